import type { Context } from '#lib/base/context.ts';
import { type Db, Prisma } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { HOUR } from '#lib/base/time.ts';
import { assertCursorFits, countRows, type Cursor, eachPage, encodeCursor, toPage } from '#lib/http/list-query.ts';
import { auditConditions, type AuditQuery, listActions } from './filters.ts';
import { hideSecrets } from './hide-secrets.ts';
import type { AuditEventView, AuditListView, AuditTargetKind } from './views.ts';

/** A page of the audit log (S81). */
export async function listAuditEvents(ctx: Context, query: AuditQuery): Promise<AuditListView> {
  assertCursorFits(query.cursor, query.sort);
  const actions = await listActions(ctx.db);
  const conditions = await auditConditions(ctx, query, actions);
  const { items: events, end } = await readPage(ctx, conditions, query);
  const counted = await countRows(ctx.db, Prisma.sql`FROM audit_events e WHERE ${conditions}`);
  return { events, ...counted, next_cursor: end && encodeCursor(end), actions };
}

/** An event's id is made at most this long after the time that the event shows. */
const NEAR_MS = 3 * HOUR;

/**
 * One event. Throws `not_found`. The id contains its time, so one partition is read; all of them only if the event is not
 * there.
 */
export async function getAuditEvent(ctx: Context, id: string): Promise<AuditEventView> {
  const made = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  const [from, to] = [new Date(made - NEAR_MS), new Date(made + NEAR_MS)];
  const find = (when: Prisma.Sql) =>
    ctx.db.$queryRaw<Row[]>`SELECT ${COLUMNS} FROM audit_events e WHERE e.id = ${id}::uuid AND ${when}`;
  const near = isPlausible(made) ? await find(Prisma.sql`e.at BETWEEN ${from} AND ${to}`) : [];
  const rows = near.length ? near : await find(Prisma.sql`TRUE`);
  const [event] = await toViews(ctx, rows);
  if (!event) throw new DomainError('not_found', 'This event does not exist.');
  return event;
}

/** Whether a number from an id may be the time of an event: an id that is not of version 7 contains no time. */
const isPlausible = (made: number) => made > NEAR_MS && made < Date.UTC(9999, 0);

/** All events that match the query, for an export: `size` events at a time. */
export async function* eachPageOfEvents(
  ctx: Context,
  query: AuditQuery,
  size: number,
): AsyncGenerator<AuditEventView[]> {
  const conditions = await auditConditions(ctx, query, await listActions(ctx.db));
  yield* eachPage((cursor) => readPage(ctx, conditions, { ...query, limit: size, cursor }));
}

type Row = {
  id: string;
  at: Date;
  action: string;
  actorKind: string;
  actorId: string | null;
  targetId: string | null;
  data: unknown;
  ip: string | null;
  requestId: string | null;
};

const COLUMNS = Prisma.sql`e.id, e.at, e.action, e.actor_kind AS "actorKind", e.actor_id AS "actorId",
  e.target_id AS "targetId", e.data, e.ip, e.request_id AS "requestId"`;

type Page = Pick<AuditQuery, 'limit' | 'sort'> & { cursor?: Cursor | undefined };

async function readPage(ctx: Context, conditions: Prisma.Sql, { limit, sort, cursor }: Page) {
  const [way, after] = sort.isDescending ? [Prisma.sql`DESC`, Prisma.sql`<`] : [Prisma.sql`ASC`, Prisma.sql`>`];
  const beyond = cursor
    ? Prisma.sql`AND (e.at, e.id) ${after} (${cursor.value}::timestamptz, ${cursor.id}::uuid)`
    : Prisma.empty;
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT ${COLUMNS} FROM audit_events e WHERE ${conditions} ${beyond}
    ORDER BY e.at ${way}, e.id ${way} LIMIT ${limit + 1}`;
  const { page, end } = toPage(rows, { limit, sort }, ({ at, id }) => ({ value: at.toISOString(), id }));
  return { items: await toViews(ctx, page), end };
}

async function toViews(ctx: Context, rows: Row[]): Promise<AuditEventView[]> {
  const withKind = rows.map((row) => ({ ...row, targetKind: targetKindOf(row.action, row.targetId) }));
  const names = await findNames(ctx.db, withKind);
  return withKind.map((row) => toView(row, names));
}

type KnownRow = Row & { targetKind: ReturnType<typeof targetKindOf> };

function toView(row: KnownRow, names: Names): AuditEventView {
  const data = hideSecrets(row.data);
  const { before = null, after = null, ...details } = isRecord(data) ? data : {};
  return {
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    actor: actorOf(row, names),
    target: targetOf(row, names),
    before,
    after,
    details,
    ip: row.ip,
    request_id: row.requestId,
  };
}

function actorOf({ actorKind, actorId: id }: Row, names: Names): AuditEventView['actor'] {
  const kind = actorKind as AuditEventView['actor']['kind'];
  if (id === null) return { kind, id, email: null, name: 'Not logged in' };
  if (kind === 'server') return { kind, id, email: null, name: names.others.get(`storage_server ${id}`) ?? id };
  if (kind === 'system') return { kind, id, email: null, name: id };
  return { kind, id, email: names.emails.get(id) ?? null, name: personName(names, id) };
}

function targetOf({ targetKind: kind, targetId: id }: KnownRow, names: Names): AuditEventView['target'] {
  if (id === null) return null;
  if (kind === 'user') return { kind, id, email: names.emails.get(id) ?? null, name: personName(names, id) };
  return { kind, id, email: null, name: names.others.get(`${kind} ${id}`) ?? id };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Names for the ids in a page of events. Ids that no longer exist are missing. `emails` has an entry for every existing
 * user, null if the user has no address.
 */
type Names = { emails: Map<string, string | null>; others: Map<string, string> };

type Ids = { actorKind: string; actorId: string | null; targetKind: AuditTargetKind; targetId: string | null };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NUMBER = /^\d{1,9}$/;

/** The kind of an action's target, derived from the action's first word; for a user, also from the form of the id. */
function targetKindOf(action: string, targetId: string | null): AuditTargetKind {
  const noun = action.split('.', 1)[0];
  if (noun === 'fuzzy_key' || noun === 'storage_server' || noun === 'oauth_client') return noun;
  return noun !== 'job' && targetId !== null && UUID.test(targetId) ? 'user' : 'other';
}

/** A user's email address, the id if the user has no address, or `deleted user <id>` if the user no longer exists. */
const personName = ({ emails }: Names, id: string): string =>
  emails.has(id) ? (emails.get(id) ?? id) : `deleted user ${id}`;

/** Looks up all names of a page in four statements, however long the page is. */
async function findNames(db: Db, rows: readonly Ids[]): Promise<Names> {
  const people = rows.flatMap(({ actorId, targetId, targetKind }) => [
    actorId,
    targetKind === 'user' ? targetId : null,
  ]);
  const of = (kind: AuditTargetKind) => rows.flatMap((row) => (row.targetKind === kind ? (row.targetId ?? []) : []));
  const numbers = (ids: string[]) => ids.filter((id) => NUMBER.test(id)).map(Number);
  const actingServers = rows.flatMap(({ actorKind, actorId }) => (actorKind === 'server' ? (actorId ?? []) : []));
  const users = await db.user.findMany({
    where: { id: { in: people.flatMap((id) => (id !== null && UUID.test(id) ? id : [])) } },
    select: { id: true, email: true },
  });
  const keys = await db.fuzzyKey.findMany({
    where: { id: { in: numbers(of('fuzzy_key')) } },
    select: { id: true, description: true },
  });
  const servers = await db.storageServer.findMany({
    where: { id: { in: numbers([...of('storage_server'), ...actingServers]) } },
    select: { id: true, name: true },
  });
  const clients = await db.oAuthClient.findMany({
    where: { id: { in: of('oauth_client') } },
    select: { id: true, name: true },
  });
  return {
    emails: new Map(users.map(({ id, email }) => [id, email])),
    others: new Map([
      ...keys.map(({ id, description }) => [`fuzzy_key ${id}`, description] as const),
      ...servers.map(({ id, name }) => [`storage_server ${id}`, name] as const),
      ...clients.map(({ id, name }) => [`oauth_client ${id}`, name] as const),
    ]),
  };
}
