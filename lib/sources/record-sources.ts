import type { Context, Server } from '#lib/base/context.ts';
import { type Db, Prisma } from '#lib/base/db/db.ts';
import { DAY, inSeconds } from '#lib/base/time.ts';
import { recordOnce } from '#lib/usage/ingest/report-ledger.ts';
import { takeOverNames } from './renewed.ts';
import { MAX_SOURCES, OTHERS, SOURCE_DAYS, type SourceReportInput } from './schema.ts';
import type { SourceReportView } from './views.ts';

/** How long it takes until the longest pause has faded to about a third. */
const PAUSE_FADES_MS = 7 * DAY;

/**
 * Counts a storage host's report about sources once per server and sequence, like a usage report. Skips the rows of
 * unknown keys. A key has at most 200 listed sources; the requests of further ones are summed up. Addresses are stored
 * only for keys whose owner shows them at this moment. When a report is repeated, they and `was` may differ, because the
 * host stores neither.
 */
export async function recordSources(ctx: Context<Server>, report: SourceReportInput): Promise<SourceReportView> {
  const { sequence, from, to, sources } = report;
  const body = { ...report, sources: sources.map(({ address: _, was: __, ...row }) => row) };
  const ledger = { table: 'source_reports', days: SOURCE_DAYS } as const;
  return recordOnce(ctx, ledger, { sequence, from, to, rows: sources.length, body }, async (tx, end, note) => {
    const keyIds = [...new Set(sources.map(({ key_id }) => key_id))];
    const known = await tx.db.fuzzyKey.count({ where: { keyId: { in: keyIds } } });
    const unknown = keyIds.length - known;
    const noted = await tx.db.$executeRaw`${note(Prisma.sql`${unknown}::int`)}`;
    if (noted === 0) return null;
    const shown = await lockShownKeys(tx.db, report);
    if (sources.length) await addSources(tx.db, report, end);
    await takeOverNames(tx.db, report);
    if (shown.length) await storeAddresses(tx.db, report, shown);
    return unknown;
  });
}

/**
 * One statement, which locks rows in the same order as every other report. The longest pause fades, because one holiday
 * must not hide a silence for ever.
 */
async function addSources(db: Db, { secret_id: secretId, sources }: SourceReportInput, to: Date): Promise<void> {
  const column = <T>(of: (row: SourceReportInput['sources'][number]) => T) => sources.map(of);
  const pause = Prisma.sql`extract(epoch FROM excluded.last_seen_at - old.last_seen_at)`;
  await db.$executeRaw`
    WITH reported AS (
      SELECT k.id, r.source, min(r.network) AS network, sum(r.checked) AS checked, sum(r.hits) AS hits, sum(r.errors) AS errors
      FROM unnest(
        ${column(({ key_id }) => key_id)}::bpchar[], ${column(({ source }) => source ?? OTHERS)}::text[],
        ${column(({ network }) => network)}::text[], ${column(({ checked }) => checked)}::bigint[],
        ${column(({ hits }) => hits)}::bigint[], ${column(({ errors }) => errors)}::bigint[]
      ) AS r (key_id, source, network, checked, hits, errors) JOIN fuzzy_keys k ON k.key_id = r.key_id
      GROUP BY k.id, r.source
    ), placed AS (
      SELECT r.*, s.key_id IS NULL AND r.source <> ${OTHERS} AS is_new,
        row_number() OVER (PARTITION BY r.id, s.key_id IS NULL AND r.source <> ${OTHERS}
          ORDER BY r.checked + r.errors DESC, r.source) AS place
      FROM reported r LEFT JOIN key_sources s ON s.key_id = r.id AND s.source = r.source
    ), listed AS (
      SELECT key_id, count(*) AS n FROM key_sources
      WHERE source <> ${OTHERS} AND key_id IN (SELECT id FROM placed WHERE is_new) GROUP BY key_id
    ), folded AS (
      SELECT p.*, p.is_new AND p.place + coalesce(l.n, 0) > ${MAX_SOURCES} AS is_beyond
      FROM placed p LEFT JOIN listed l ON l.key_id = p.id
    )
    INSERT INTO key_sources AS old (key_id, source, network, secret_id, checked, hits, errors, first_seen_at, last_seen_at)
    SELECT id, CASE WHEN is_beyond THEN ${OTHERS} ELSE source END AS source, min(CASE WHEN NOT is_beyond THEN network END),
      ${secretId}, sum(checked), sum(hits), sum(errors), ${to}, ${to}
    FROM folded GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (key_id, source) DO UPDATE SET
      checked = old.checked + excluded.checked, hits = old.hits + excluded.hits, errors = old.errors + excluded.errors,
      secret_id = excluded.secret_id,
      first_seen_at = least(old.first_seen_at, excluded.first_seen_at),
      last_seen_at = greatest(old.last_seen_at, excluded.last_seen_at),
      pause_seconds = CASE WHEN ${pause} > 0
        THEN greatest(${pause}, old.pause_seconds * exp(-${pause} / ${inSeconds(PAUSE_FADES_MS)}))
        ELSE old.pause_seconds END`;
}

const withAddress = ({ sources }: SourceReportInput) =>
  sources.filter(({ address, source }) => address !== undefined && source !== null);

/**
 * The row ids of those keys that the report has addresses for and whose owners show addresses. Locks the owners' rows
 * until the transaction ends, so that an owner who switches this off at the same time has no stored address afterwards.
 * Runs before `key_sources` is locked: switching off locks the two in the same order.
 */
async function lockShownKeys(db: Db, report: SourceReportInput): Promise<number[]> {
  const keyIds = [...new Set(withAddress(report).map(({ key_id }) => key_id))];
  if (keyIds.length === 0) return [];
  const rows = await db.$queryRaw<{ id: number }[]>`
    SELECT k.id FROM fuzzy_keys k JOIN accounts a ON a.id = k.user_id
    WHERE k.key_id = ANY(${keyIds}::bpchar[]) AND a.shows_addresses ORDER BY a.id FOR SHARE OF a`;
  return rows.map(({ id }) => id);
}

async function storeAddresses(db: Db, report: SourceReportInput, shown: number[]): Promise<void> {
  const rows = withAddress(report);
  await db.$executeRaw`
    UPDATE key_sources s SET address = r.address
    FROM unnest(${rows.map(({ key_id }) => key_id)}::bpchar[], ${rows.map(({ source }) => source)}::text[],
      ${rows.map(({ address }) => address)}::text[]) AS r (key_id, source, address)
      JOIN fuzzy_keys k ON k.key_id = r.key_id AND k.id = ANY(${shown}::int[])
    WHERE s.key_id = k.id AND s.source = r.source AND s.address IS DISTINCT FROM r.address`;
}
