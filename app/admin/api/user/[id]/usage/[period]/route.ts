import { getKeyIdOf } from '#lib/billing/queries.ts';
import { route } from '#lib/routes/route.ts';
import { getOwnUsage } from '#lib/usage/own.ts';
import { SelectionQuery, UserUsageParams } from '#lib/usage/schema.ts';
import { UsageGraphView } from '#lib/usage/views.ts';

export const GET = route(
  {
    access: 'admin',
    summary: "Show a user's usage graphs by server",
    params: UserUsageParams,
    choices: ['period'],
    query: SelectionQuery,
    answer: UsageGraphView,
  },
  async ({ ctx, params, query }) => getOwnUsage(ctx, await getKeyIdOf(ctx, params.id), params.period, query),
);
