import { getUserUsage } from '#lib/billing/usage.ts';
import { route } from '#lib/http/route.ts';
import { UserUsageParams } from '#lib/usage/schema.ts';

export const GET = route({ access: 'admin', params: UserUsageParams }, ({ ctx, params }) =>
  getUserUsage(ctx, params.id, params.period),
);
