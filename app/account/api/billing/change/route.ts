import { changePlan, dropPlannedChange } from '#lib/billing/change/change-plan.ts';
import { PlanChangeInput } from '#lib/billing/schema.ts';
import { PlanChangeResult, PlanView } from '#lib/billing/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'user',
    summary: 'Change your plan for the amounts that were shown',
    body: PlanChangeInput,
    answer: PlanChangeResult,
    refuses: ['conflict'],
  },
  ({ ctx, body }) => changePlan(ctx, body),
);
export const DELETE = route(
  {
    access: 'user',
    summary: 'Drop a change that is scheduled or waits for its payment',
    answer: PlanView,
    refuses: ['conflict'],
  },
  ({ ctx }) => dropPlannedChange(ctx),
);
