import { getPlan } from '#lib/billing/change/plan.ts';
import { PlanView } from '#lib/billing/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'user', summary: 'Show your plan and what is about to happen to it', answer: PlanView },
  ({ ctx }) => getPlan(ctx),
);
