import { exportAuditEvents } from '#lib/audit/export.ts';
import { AuditQuery } from '#lib/audit/filters.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'admin', summary: 'Download the audit log as CSV', query: AuditQuery, produces: 'text/csv' },
  ({ ctx, query }) => exportAuditEvents(ctx, query),
);
