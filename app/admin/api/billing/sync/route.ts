import { SyncInput } from '#lib/billing/schema.ts';
import { syncNow } from '#lib/billing/mend.ts';
import { route } from '#lib/http/route.ts';

export const POST = route({ access: 'admin', body: SyncInput }, ({ ctx, body }) => syncNow(ctx, body));
