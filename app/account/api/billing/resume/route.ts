import { resumePlan } from '#lib/billing/change/end-plan.ts';
import { PlanView } from '#lib/billing/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  { access: 'user', summary: 'Take a cancellation back', answer: PlanView, refuses: ['conflict'] },
  ({ ctx }) => resumePlan(ctx),
);
