import { IdParams } from '#lib/auth/schema.ts';
import { getUserDetails } from '#lib/billing/queries.ts';
import { route } from '#lib/http/route.ts';

export const GET = route({ access: 'admin', params: IdParams }, ({ ctx, params }) => getUserDetails(ctx, params.id));
