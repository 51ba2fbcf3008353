import { listFlagged } from '#lib/billing/flagged.ts';
import { route } from '#lib/http/route.ts';

export const GET = route({ access: 'admin' }, ({ ctx }) => listFlagged(ctx));
