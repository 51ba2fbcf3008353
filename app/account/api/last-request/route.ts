import { getLastRequest } from '#lib/billing/usage.ts';
import { route } from '#lib/http/route.ts';

export const GET = route({ access: 'user' }, ({ ctx }) => getLastRequest(ctx));
