import { getUserUsage } from '#lib/billing/usage.ts';
import { route } from '#lib/http/route.ts';
import { UserUsageParams } from '#lib/usage/schema.ts';
import { UsageGraphView } from '#lib/usage/views.ts';

export const GET = route(
  {
    access: 'admin',
    summary: "Show a user's usage graphs by server",
    params: UserUsageParams,
    answer: UsageGraphView,
    refuses: ['malformed'],
  },
  ({ ctx, params }) => getUserUsage(ctx, params.id, params.period),
);
