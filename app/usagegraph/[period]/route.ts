import { getOwnUsage } from '#lib/billing/usage.ts';
import { route } from '#lib/http/route.ts';
import { PeriodParams } from '#lib/usage/schema.ts';
import { UsageGraphView } from '#lib/usage/views.ts';

export const GET = route(
  {
    access: 'user',
    summary: 'Show your usage graphs by server',
    params: PeriodParams,
    answer: UsageGraphView,
    refuses: ['malformed'],
  },
  ({ ctx, params }) => getOwnUsage(ctx, params.period),
);
