import { AuditQuery } from '#lib/audit/filters.ts';
import { listAuditEvents } from '#lib/audit/queries.ts';
import { AuditListView } from '#lib/audit/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'admin', summary: 'List audit events', query: AuditQuery, answer: AuditListView },
  ({ ctx, query }) => listAuditEvents(ctx, query),
);
