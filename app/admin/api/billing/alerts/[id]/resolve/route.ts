import { AlertId } from '#lib/billing/schema.ts';
import { resolveAlert } from '#lib/billing/sync/alerts.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  { access: 'admin', summary: 'Mark a billing alert as resolved', params: AlertId, answer: DoneView },
  ({ ctx, params }) => resolveAlert(ctx, params),
);
