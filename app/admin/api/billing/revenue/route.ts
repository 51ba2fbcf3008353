import { getRevenue, RevenueQuery } from '#lib/billing/revenue/revenue-figures.ts';
import { RevenueView } from '#lib/billing/revenue/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  {
    access: 'admin',
    summary: 'Get MRR, its movements, churn and cohorts of a period',
    query: RevenueQuery,
    answer: RevenueView,
  },
  ({ ctx, query }) => getRevenue(ctx, query),
);
