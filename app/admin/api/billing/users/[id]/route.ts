import { listUserSubscriptions } from '#lib/billing/flagged.ts';
import { UserId } from '#lib/billing/schema.ts';
import { route } from '#lib/http/route.ts';

export const GET = route({ access: 'admin', params: UserId }, ({ ctx, params }) => listUserSubscriptions(ctx, params));
