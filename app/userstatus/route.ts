import { getUserStatus } from '#lib/billing/queries.ts';
import { UserStatusView } from '#lib/billing/views.ts';
import { route } from '#lib/http/route.ts';

const LENIENT = 'handling=lenient';
const answer = route(
  {
    access: 'user',
    summary: 'Show who is logged in, and their plan, key and daily limit',
    details: 'With the header `Prefer: handling=lenient` the answer is null, and not 401, when nobody is logged in.',
    answer: UserStatusView.nullable(),
  },
  ({ ctx }) => getUserStatus(ctx),
);

/**
 * Who is logged in, and their plan. Nobody is 401 (spec §4). A page that asks at every visit prefers `null` (RFC 7240
 * §4.4): browsers report each refused call as an error of the page.
 */
export const GET: typeof answer = Object.assign(
  async (...[request, context]: Parameters<typeof answer>) => {
    const response = await answer(request, context);
    if (response.status !== 401 || request.headers.get('prefer') !== LENIENT) return response;
    return Response.json(null, { headers: { 'cache-control': 'no-store', 'preference-applied': LENIENT } });
  },
  { spec: answer.spec },
);
