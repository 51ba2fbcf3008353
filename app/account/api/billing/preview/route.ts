import { previewPlanChange } from '#lib/billing/change/preview.ts';
import { PlanChangeQuery } from '#lib/billing/schema.ts';
import { PlanChangePreview } from '#lib/billing/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  {
    access: 'user',
    summary: 'Show what a change of plan would cost',
    query: PlanChangeQuery,
    answer: PlanChangePreview,
    refuses: ['conflict'],
  },
  ({ ctx, query }) => previewPlanChange(ctx, query),
);
