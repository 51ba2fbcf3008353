import { getBilling } from '#lib/billing/overview.ts';
import { route } from '#lib/http/route.ts';

export const GET = route({ access: 'user' }, ({ ctx }) => getBilling(ctx));
