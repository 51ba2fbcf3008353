import { cancelPlan } from '#lib/billing/change/end-plan.ts';
import { CancelInput } from '#lib/billing/schema.ts';
import { PlanView } from '#lib/billing/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'user',
    summary: 'Cancel your plan for the end of the paid period',
    body: CancelInput,
    answer: PlanView,
    refuses: ['conflict'],
  },
  ({ ctx, body }) => cancelPlan(ctx, body),
);
