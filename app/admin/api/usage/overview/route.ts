import { route } from '#lib/http/route.ts';
import { getUsageOverview } from '#lib/usage/overview.ts';
import { UsageOverviewQuery } from '#lib/usage/schema.ts';

export const GET = route({ access: 'admin', query: UsageOverviewQuery }, ({ ctx, query }) =>
  getUsageOverview(ctx, query),
);
