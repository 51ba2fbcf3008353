import { route } from '#lib/routes/route.ts';
import { listUsageRanking, UsageRankingQuery } from '#lib/usage/ranking/ranking.ts';
import { UsageRankingView } from '#lib/usage/views.ts';

export const GET = route(
  {
    access: 'admin',
    summary: 'List matching active keys, busiest first',
    query: UsageRankingQuery,
    answer: UsageRankingView,
  },
  ({ ctx, query }) => listUsageRanking(ctx, query),
);
