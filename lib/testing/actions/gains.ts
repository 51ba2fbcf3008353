import { Prisma, type Db } from '#lib/base/db/db.ts';

/**
 * The tables that decide who can use an account, a key or a client, and their columns that do not. A new column counts
 * until it is listed here, or among the `changes` of the action that changes it.
 */
const HARMLESS: Record<string, readonly string[]> = {
  users: [
    ...['version', 'updated_at', 'last_seen_at', 'login_epoch', 'country', 'notes'],
    // Not read; the next release drops them.
    ...['stripe_customer_id', 'daily_limit', 'custom_key', 'muted_alerts', 'shows_addresses'],
  ],
  accounts: ['daily_limit', 'created_at'],
  fuzzy_keys: ['version', 'updated_at', 'last_used_at', 'rank', 'rate', 'quantity', 'forbidden_flags'],
  oauth_clients: ['version', 'updated_at', 'name', 'id_token_alg'],
  oauth_settings: ['updated_at'],
  initial_access_tokens: [],
  passkeys: ['name', 'last_used_at'],
  recovery_codes: [],
  one_time_tokens: [],
  email_changes: [],
  usage_tokens: ['last_used_at'],
  sign_in_sessions: ['last_seen_at', 'expires_at'],
  storage_servers: ['last_seen_at', 'description'],
  memberships: ['created_at', 'admin_reason'],
};

/** Where a deleted row ends an access instead of handing it over. */
const ENDS_ACCESS = ['one_time_tokens', 'usage_tokens', 'email_changes', 'sign_in_sessions', 'memberships'];
/** Columns whose time says that something no longer works. */
const ENDS = ['blocked_at', 'suspended_at', 'deleted_at', 'revoked_at'];
/** Columns that ask more of a client's requests. */
const DEMANDS = ['require_pkce', 'require_dpop', 'require_par'];

type Row = Record<string, unknown>;
export type Snapshot = Map<string, Row>;

/** Every row of the tables, without their harmless columns. */
export async function takeSnapshot(db: Db): Promise<Snapshot> {
  const rows: Snapshot = new Map();
  for (const [table, harmless] of Object.entries(HARMLESS)) {
    const id = Prisma.raw(table === 'memberships' ? "concat_ws(' ', account_id, user_id)" : 'id::text');
    const query = Prisma.sql`SELECT ${id} AS id, to_jsonb(t) AS row FROM ${Prisma.raw(table)} t`;
    for (const { id, row } of await db.$queryRaw<{ id: string; row: Row }[]>(query))
      rows.set(
        `${table} ${id}`,
        Object.fromEntries(Object.entries(row).filter(([column]) => !harmless.includes(column))),
      );
  }
  return rows;
}

/** What another person could have gained between two snapshots, as `table.column`. */
export function gainsBetween(before: Snapshot, after: Snapshot): string[] {
  const found = new Set<string>();
  for (const [key, row] of after) {
    const table = key.split(' ')[0] ?? '';
    const old = before.get(key);
    if (!old) found.add(`${table}: new row`);
    else
      for (const column of Object.keys(row))
        if (isGain(column, old[column], row[column])) found.add(`${table}.${column}`);
  }
  for (const key of before.keys()) {
    const table = key.split(' ')[0] ?? '';
    if (!after.has(key) && !ENDS_ACCESS.includes(table)) found.add(`${table}: deleted row`);
  }
  return [...found].toSorted();
}

function isGain(column: string, before: unknown, after: unknown): boolean {
  if (JSON.stringify(before) === JSON.stringify(after)) return false;
  if (ENDS.includes(column)) return after === null;
  if (DEMANDS.includes(column)) return after === false;
  if (column === 'scopes') return (after as string[]).some((scope) => !(before as string[]).includes(scope));
  return true;
}
