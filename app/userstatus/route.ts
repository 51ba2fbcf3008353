import { getUserStatus } from '#lib/billing/queries.ts';
import { UserStatusView } from '#lib/billing/views.ts';
import { changedRoute, route } from '#lib/routes/route.ts';

const LENIENT = 'handling=lenient';
const answer = route(
  {
    access: 'user',
    summary: 'Show the logged-in user with plan, key and daily limit',
    details:
      'With the header `Prefer: handling=lenient`, the response without a session is 200 with null instead of 401.',
    answer: UserStatusView.nullable(),
  },
  ({ ctx }) => getUserStatus(ctx),
);

/**
 * The logged-in user and their plan; 401 without a session. Our own pages prefer `null` (RFC 7240 §4.4), because
 * browsers log each refused request as an error in the console.
 */
export const GET = changedRoute(answer, (response, request) => {
  if (response.status !== 401 || request.headers.get('prefer') !== LENIENT) return response;
  return Response.json(null, { headers: { 'cache-control': 'no-store', 'preference-applied': LENIENT } });
});
