import { getUserStatus } from '#lib/billing/queries.ts';
import { route } from '#lib/http/route.ts';

export const GET = route({ access: 'user' }, ({ ctx }) => getUserStatus(ctx));
