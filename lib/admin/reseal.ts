import { TOTP_PURPOSE } from '#lib/auth/factors/second-factor.ts';
import { isSealedWithCurrentKey, seal, unseal } from '#lib/base/crypto.ts';
import { inTransaction, type Db } from '#lib/base/db/db.ts';
import { FUZZY_KEY_PURPOSE } from '#lib/fuzzy-keys/service.ts';
import { ASKED_PURPOSE } from '#lib/jobs/asked.ts';
import { MAIL_PURPOSE } from '#lib/mail/service.ts';
import { SIGNING_KEY_PURPOSE } from '#lib/oauth/store/signing-keys.ts';
import { KEY_MAP_PURPOSE } from '#lib/storage/publication.ts';

/** Encrypted columns and the purpose each was sealed for. */
const SEALED = [
  {
    what: 'private halves of fuzzy keys',
    table: 'fuzzy_keys',
    id: 'id',
    column: 'private_key_sealed',
    purpose: FUZZY_KEY_PURPOSE,
  },
  {
    what: 'published key map',
    table: 'key_map_publications',
    id: 'id',
    column: 'body_sealed',
    purpose: KEY_MAP_PURPOSE,
  },
  { what: 'authenticator secrets', table: 'users', id: 'id', column: 'totp_secret_sealed', purpose: TOTP_PURPOSE },
  { what: 'signing keys', table: 'signing_keys', id: 'kid', column: 'private_sealed', purpose: SIGNING_KEY_PURPOSE },
] as const;
const BATCH = 500;

/** How many values of one kind were resealed, were already sealed with the current key, or could not be opened. */
export type ResealCount = { what: string; resealed: number; current: number; failed: number };

/**
 * Reseals everything with the first key of KEY_ENCRYPTION_KEY, so that the other keys can be removed from the list.
 * Works in batches beside running instances, and can be stopped and repeated. A value that no key opens stays as it is
 * and is counted. Requests of OAuth that are under way are left out: they end within an hour.
 */
export async function resealAll(db: Db): Promise<ResealCount[]> {
  const counts: ResealCount[] = [];
  for (const kind of SEALED) {
    const count = { what: kind.what, resealed: 0, current: 0, failed: 0 };
    for (let after: string | null = ''; after !== null;) after = await resealBatch(db, kind, after, count);
    counts.push(count);
  }
  counts.push(await resealJobs(db));
  return counts;
}

/**
 * Reseals the payloads of jobs that still run, wait or are dead letters, which may be run again for days. A running one
 * keeps the copy that its worker has.
 */
async function resealJobs(db: Db): Promise<ResealCount> {
  const count = { what: 'queued jobs', resealed: 0, current: 0, failed: 0 };
  for (let after: string | null = NO_ID; after !== null;)
    after = await inTransaction(db, async (tx): Promise<string | null> => {
      const rows = await tx.$queryRaw<JobRow[]>`
        SELECT id::text, name, data->>'sealed' AS sealed, data ? 'template' AS "isMail" FROM pgboss.job
        WHERE data ? 'sealed' AND state < 'completed' AND id > ${after}::uuid ORDER BY id LIMIT ${BATCH} FOR UPDATE`;
      for (const { id, name, sealed, isMail } of rows) {
        const outcome = resealed(Buffer.from(sealed, 'base64'), isMail ? MAIL_PURPOSE : ASKED_PURPOSE);
        if (outcome instanceof Uint8Array)
          await tx.$executeRaw`
            UPDATE pgboss.job SET data = jsonb_set(data, '{sealed}', to_jsonb(${Buffer.from(outcome).toString('base64')}::text))
            WHERE name = ${name} AND id = ${id}::uuid`;
        count[outcome instanceof Uint8Array ? 'resealed' : outcome]++;
      }
      return rows.length < BATCH ? null : (rows.at(-1)?.id ?? null);
    });
  return count;
}

const NO_ID = '00000000-0000-0000-0000-000000000000';
type JobRow = { id: string; name: string; sealed: string; isMail: boolean };

type Kind = (typeof SEALED)[number];
type Row = { id: string; sealed: Uint8Array };

/**
 * Reseals one batch of rows, from the first id after `after`. Returns the batch's last id, or null for the last batch.
 * Locks the rows, so that no simultaneous change is lost.
 */
async function resealBatch(db: Db, kind: Kind, after: string, count: ResealCount): Promise<string | null> {
  const { table, id, column, purpose } = kind;
  return inTransaction(db, async (tx) => {
    const rows = await tx.$queryRawUnsafe<Row[]>(
      `SELECT ${id}::text AS id, ${column} AS sealed FROM ${table}
       WHERE ${column} IS NOT NULL AND ${id}::text > $1 ORDER BY ${id}::text LIMIT ${BATCH} FOR UPDATE`,
      after,
    );
    for (const row of rows) {
      const outcome = resealed(row.sealed, purpose);
      if (outcome instanceof Uint8Array)
        await tx.$executeRawUnsafe(`UPDATE ${table} SET ${column} = $1 WHERE ${id}::text = $2`, outcome, row.id);
      count[outcome instanceof Uint8Array ? 'resealed' : outcome]++;
    }
    return rows.length < BATCH ? null : (rows.at(-1)?.id ?? null);
  });
}

function resealed(sealed: Uint8Array, purpose: string): Uint8Array | 'current' | 'failed' {
  try {
    const plain = unseal(sealed, purpose);
    return isSealedWithCurrentKey(sealed, purpose) ? 'current' : seal(plain, purpose);
  } catch {
    return 'failed';
  }
}
