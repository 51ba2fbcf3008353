import type { Admin, Context } from '#lib/base/context.ts';
import type { Cell } from '#lib/base/text/csv.ts';
import { csvResponse } from '#lib/http/answers/csv.ts';
import { recordAudit } from './audit.ts';
import { auditedFilter, type AuditQuery } from './filters.ts';
import { eachPageOfEvents } from './queries.ts';
import type { AuditEventView } from './views.ts';

const PAGE = 1000;
const TYPED = ['actor', 'target', 'action', 'ip', 'request_id'] as const;

const COLUMNS: Record<string, (event: AuditEventView) => Cell> = {
  at: ({ at }) => at,
  action: ({ action }) => action,
  actor_kind: ({ actor }) => actor.kind,
  actor: ({ actor }) => actor.name,
  actor_id: ({ actor }) => actor.id,
  target: ({ target }) => target?.name ?? null,
  target_id: ({ target }) => target?.id ?? null,
  before: ({ before }) => asJson(before),
  after: ({ after }) => asJson(after),
  details: ({ details }) => (Object.keys(details).length ? asJson(details) : null),
  ip: ({ ip }) => ip,
  request_id: ({ request_id }) => request_id,
};

/** All events that match the query as CSV, streamed page by page. The audit log records the export itself. */
export async function exportAuditEvents(ctx: Context<Admin>, query: AuditQuery): Promise<Response> {
  const { from = null, to = null } = query;
  const filters: Record<string, string | null> = { from, to };
  for (const name of TYPED) filters[name] = await auditedFilter(ctx, query[name]);
  await recordAudit(ctx, 'audit.exported', null, filters);
  const name = `audit-${ctx.now.toISOString().slice(0, 10)}.csv`;
  return csvResponse(name, Object.keys(COLUMNS), toRows(eachPageOfEvents(ctx, query, PAGE)));
}

async function* toRows(pages: AsyncGenerator<AuditEventView[]>): AsyncGenerator<Cell[][]> {
  for await (const events of pages) yield events.map((event) => Object.values(COLUMNS).map((cell) => cell(event)));
}

const asJson = (value: unknown): Cell => (value === null ? null : JSON.stringify(value));
