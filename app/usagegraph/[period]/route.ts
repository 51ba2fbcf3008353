import { findOwnKeyId } from '#lib/billing/queries.ts';
import { route } from '#lib/routes/route.ts';
import { getOwnUsage } from '#lib/usage/own.ts';
import { SelectionParams, SelectionQuery } from '#lib/usage/schema.ts';
import { UsageGraphView } from '#lib/usage/views.ts';

export const GET = route(
  {
    access: 'user',
    summary: 'Show your usage graphs by server',
    params: SelectionParams,
    choices: ['period'],
    query: SelectionQuery,
    answer: UsageGraphView,
  },
  async ({ ctx, params, query }) => getOwnUsage(ctx, await findOwnKeyId(ctx), params.period, query),
);
