import { getAuditEvent } from '#lib/audit/queries.ts';
import { AuditEventView } from '#lib/audit/views.ts';
import { IdParams } from '#lib/auth/schema.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'admin', summary: 'Read an audit event', params: IdParams, answer: AuditEventView },
  ({ ctx, params }) => getAuditEvent(ctx, params.id),
);
