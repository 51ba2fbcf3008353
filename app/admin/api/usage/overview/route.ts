import { route } from '#lib/routes/route.ts';
import { getUsageOverview } from '#lib/usage/overview.ts';
import { UsageOverviewQuery } from '#lib/usage/schema.ts';
import { UsageOverviewView } from '#lib/usage/views.ts';

export const GET = route(
  {
    access: 'admin',
    summary: 'Show 30 days of usage of up to five keys',
    query: UsageOverviewQuery,
    answer: UsageOverviewView,
  },
  ({ ctx, query }) => getUsageOverview(ctx, query),
);
