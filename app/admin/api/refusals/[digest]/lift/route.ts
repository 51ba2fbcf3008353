import { liftRefusal } from '#lib/hash-reports/refusals.ts';
import { LiftInput, RefusalParams } from '#lib/hash-reports/schema.ts';
import { RefusalView } from '#lib/hash-reports/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'admin',
    summary: 'Let hosts learn a removed hash again',
    params: RefusalParams,
    body: LiftInput,
    answer: RefusalView,
    refuses: ['not_found', 'conflict'],
  },
  ({ ctx, params, body }) => liftRefusal(ctx, params.digest, body),
);
