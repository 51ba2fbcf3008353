import { previewPlanChange } from '#lib/billing/preview.ts';
import { PlanChangeQuery } from '#lib/billing/schema.ts';
import { route } from '#lib/http/route.ts';

export const GET = route({ access: 'user', query: PlanChangeQuery }, ({ ctx, query }) => previewPlanChange(ctx, query));
