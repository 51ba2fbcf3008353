import { transaction, type Context, type Server } from '#lib/base/context.ts';
import { sha256 } from '#lib/base/crypto.ts';
import { afterDeadlocks, Prisma } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { DAY, MINUTE } from '#lib/base/time.ts';

/** How far a storage host's clock may be ahead of ours. */
const SKEW_MS = 5 * MINUTE;

/** Where the reports of one kind are noted, and for how many days they are accepted. */
export type Ledger = { table: 'usage_reports' | 'source_reports'; days: number };
/** A delivery, and what must be the same when it is sent again. */
type Report = { sequence: number; from: Date; to: Date; rows: number; body: object };
/**
 * Notes a report and counts it. Returns the number of unknown keys, or null if `note` returned no row: then the report
 * was noted before, and is not counted.
 */
type Count = (tx: Context<Server>, to: Date, note: (unknownKeys: Prisma.Sql) => Prisma.Sql) => Promise<number | null>;

/**
 * Counts a storage host's report once per server and sequence, however often it is sent (R22): what `count` does and the
 * note are one transaction. Throws `conflict` if the sequence was used for another report, and `invalid` for impossible
 * times.
 */
export async function recordOnce(ctx: Context<Server>, ledger: Ledger, report: Report, count: Count) {
  assertReportable(report, ctx.now, ledger.days);
  // A clock that is a little ahead must not put requests into a bucket that no graph shows yet.
  const to = report.to < ctx.now ? report.to : ctx.now;
  const hash = hashOf(report);
  return afterDeadlocks(() =>
    transaction(ctx, async (tx) => {
      const unknownKeys = await count(tx, to, (unknown) => noteReport(tx, ledger, { ...report, hash }, unknown));
      if (unknownKeys === null) return repeatedReport(tx, ledger, { ...report, hash });
      return { status: 'ok' as const, rows: report.rows, unknown_keys: unknownKeys, is_repeated: false };
    }),
  );
}

function assertReportable({ from, to }: Report, now: Date, days: number): void {
  const refuse = (text: string) => new DomainError('invalid', text);
  if (from > to) throw refuse('The report ends before it begins.');
  if (to.getTime() > now.getTime() + SKEW_MS)
    throw refuse(`The report ends in the future: it is ${now.toISOString()} here. Check the host's clock.`);
  if (to.getTime() <= now.getTime() - days * DAY) throw refuse(`The report is older than ${days} days.`);
}

type Hashed = Report & { hash: Buffer };

/**
 * Inserts the report and returns its row, or no row if the sequence is already stored. Waits for a concurrent report with
 * the same sequence.
 */
const noteReport = (
  ctx: Context<Server>,
  { table }: Ledger,
  { sequence, hash, from, to, rows }: Hashed,
  unknownKeys: Prisma.Sql,
) => Prisma.sql`
  INSERT INTO ${Prisma.raw(table)} (server_id, sequence, body_hash, "from", "to", rows, unknown_keys, received_at)
  VALUES (${ctx.actor.serverId}, ${sequence}, ${hash}, ${from}, ${to}, ${rows}, ${unknownKeys}, ${ctx.now})
  ON CONFLICT DO NOTHING RETURNING unknown_keys`;

type Noted = { body_hash: Uint8Array; rows: number; unknown_keys: number };

/**
 * The answer to a report that is already stored. A primary that shuts down makes rows visible whose commit no standby
 * has confirmed, and they may be lost. The lock is a write, so this transaction's commit waits for the standby, too.
 */
async function repeatedReport(ctx: Context<Server>, { table }: Ledger, report: Hashed) {
  const [noted] = await ctx.db.$queryRaw<Noted[]>`
    SELECT body_hash, rows, unknown_keys FROM ${Prisma.raw(table)}
    WHERE server_id = ${ctx.actor.serverId} AND sequence = ${report.sequence} FOR KEY SHARE`;
  if (!noted || !report.hash.equals(noted.body_hash))
    throw new DomainError('conflict', 'This sequence belongs to another report. Nothing was counted.');
  const { rows, unknown_keys } = noted;
  return { status: 'ok' as const, rows, unknown_keys, is_repeated: true };
}

/** Hashes the parsed report, so that the formatting of its JSON does not matter. */
const hashOf = ({ body }: Report) => Buffer.from(sha256(JSON.stringify(body)));
