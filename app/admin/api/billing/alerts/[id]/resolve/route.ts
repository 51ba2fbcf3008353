import { resolveAlert } from '#lib/billing/alerts.ts';
import { AlertId } from '#lib/billing/schema.ts';
import { route } from '#lib/http/route.ts';

export const POST = route({ access: 'admin', params: AlertId }, ({ ctx, params }) => resolveAlert(ctx, params));
