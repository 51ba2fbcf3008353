import { route } from '#lib/http/route.ts';
import { getKeyUsage } from '#lib/usage/queries.ts';
import { KeyUsageParams, KeyUsageQuery } from '#lib/usage/schema.ts';

export const GET = route({ access: 'admin', params: KeyUsageParams, query: KeyUsageQuery }, ({ ctx, params, query }) =>
  getKeyUsage(ctx, { ...params, serverId: query.server_id }),
);
