import { getOwnUsage } from '#lib/billing/usage.ts';
import { route } from '#lib/http/route.ts';
import { PeriodParams } from '#lib/usage/schema.ts';

export const GET = route({ access: 'user', params: PeriodParams }, ({ ctx, params }) =>
  getOwnUsage(ctx, params.period),
);
