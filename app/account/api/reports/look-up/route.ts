import { lookUp } from '#lib/hash-reports/look-up.ts';
import { LookUpInput } from '#lib/hash-reports/schema.ts';
import { LookUpView } from '#lib/hash-reports/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'user',
    summary: 'Ask the storage hosts about a hash',
    details:
      'Needs an API key or a subscription. Hosts answer within about 20 seconds: read the look-up until it is complete.',
    body: LookUpInput,
    answer: LookUpView,
    refuses: ['forbidden', 'unavailable'],
  },
  ({ ctx, body }) => lookUp(ctx, body),
);
