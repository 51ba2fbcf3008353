import { firstOwnerOf } from '#lib/accounts/recipients.ts';
import { Prisma, type Db } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { DAY, inSeconds } from '#lib/base/time.ts';
import { endOfKey, keyState, keyType } from '#lib/fuzzy-keys/policy.ts';
import type { FuzzyKeyRow } from '#lib/fuzzy-keys/views.ts';

type Times = 'created_at' | 'deleted_at' | 'last_used_at' | 'works_until';
type Record = Omit<FuzzyKeyRow, Times | 'deleted' | 'state' | 'type' | 'is_owner_blocked'> & {
  owner_blocked_at: Date | null;
  created_at: Date;
  suspended_at: Date | null;
  deleted_at: Date | null;
  last_used_at: Date | null;
  works_until: Date | null;
};

/** A key's daily limit by the rule of limit.ts, over `fuzzy_keys k`, `accounts a` and `ranks rk`. */
export const DAILY_LIMIT = Prisma.sql`
  coalesce(a.daily_limit, round(coalesce(k.rate, rk.rate) * ${inSeconds(DAY)} * k.quantity))::float8`;

/**
 * Keys as admins see them, in one statement. `which` is the rest of the statement after FROM: WHERE, ORDER BY and LIMIT
 * on `fuzzy_keys k`.
 */
export async function selectKeyRows(db: Db, now: Date, which: Prisma.Sql): Promise<FuzzyKeyRow[]> {
  const records = await db.$queryRaw<Record[]>`
    SELECT k.id, k.version, k.description, k.public_key, k.key_id, k.email,
      (SELECT o.id::text FROM ${firstOwnerOf(Prisma.sql`k.user_id`)} o) AS user_id, k.rank, k.quantity, k.rate,
      k.private_key_sealed IS NULL AS is_external, a.blocked_at AS owner_blocked_at,
      s.status AS subscription_status, k.created_at, k.suspended_at, k.deleted_at, k.last_used_at, k.works_until,
      r.description AS replaced_by, s.plan, nullif(st.requests, -1) AS requests,
      coalesce(st.networks, 0) AS networks,
      ${DAILY_LIMIT} AS daily_limit
    FROM fuzzy_keys k
      LEFT JOIN accounts a ON a.id = k.user_id
      LEFT JOIN subscriptions s ON s.id = k.subscription_id
      LEFT JOIN fuzzy_keys r ON r.id = k.replaced_by_id
      LEFT JOIN ranks rk ON rk.rank = k.rank
      LEFT JOIN usage_standings st ON st.key_id = k.id
    ${which}`;
  return records.map((record) => toFuzzyKeyRow(record, now));
}

/** One key as admins see it. Throws `not_found`. */
export async function getKeyRow(db: Db, now: Date, id: number): Promise<FuzzyKeyRow> {
  const [row] = await selectKeyRows(db, now, Prisma.sql`WHERE k.id = ${id}`);
  if (!row) throw new DomainError('not_found', 'This key does not exist.');
  return row;
}

function toFuzzyKeyRow({ suspended_at: suspendedAt, owner_blocked_at: blockedAt, ...record }: Record, now: Date) {
  const facts = {
    deletedAt: record.deleted_at,
    worksUntil: record.works_until,
    suspendedAt,
    account: { blockedAt },
  };
  const deletedAt = endOfKey(facts, now);
  return {
    ...record,
    type: keyType(record),
    state: keyState(facts, now),
    is_owner_blocked: blockedAt !== null,
    deleted: deletedAt !== null,
    created_at: record.created_at.toISOString(),
    deleted_at: deletedAt?.toISOString() ?? null,
    last_used_at: record.last_used_at?.toISOString() ?? null,
    works_until: record.works_until?.toISOString() ?? null,
  };
}
