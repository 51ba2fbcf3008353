import { route } from '#lib/routes/route.ts';
import { getKeyUsage } from '#lib/usage/queries.ts';
import { KeyUsageParams, KeyUsageQuery } from '#lib/usage/schema.ts';
import { UsageGraphView } from '#lib/usage/views.ts';

export const GET = route(
  {
    access: 'admin',
    summary: "Show a key's usage on one server or on all servers",
    params: KeyUsageParams,
    choices: ['duration'],
    query: KeyUsageQuery,
    answer: UsageGraphView,
    refuses: ['not_found', 'conflict'],
  },
  ({ ctx, params, query: { server_id: serverId, ...range } }) => getKeyUsage(ctx, { ...params, ...range, serverId }),
);
