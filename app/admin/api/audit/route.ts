import { AuditQuery } from '#lib/audit/filters.ts';
import { listAuditEvents } from '#lib/audit/queries.ts';
import { route } from '#lib/http/route.ts';

export const GET = route({ access: 'admin', query: AuditQuery }, ({ ctx, query }) => listAuditEvents(ctx, query));
