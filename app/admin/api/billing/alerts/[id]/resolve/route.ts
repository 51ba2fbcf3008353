import { resolveAlert } from '#lib/billing/alerts.ts';
import { AlertId } from '#lib/billing/schema.ts';
import { route } from '#lib/http/route.ts';
import { DoneView } from '#lib/http/views.ts';

export const POST = route(
  { access: 'admin', summary: 'Mark a billing alert as resolved', params: AlertId, answer: DoneView },
  ({ ctx, params }) => resolveAlert(ctx, params),
);
