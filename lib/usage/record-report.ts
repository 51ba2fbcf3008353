import { transaction, type Context, type Server } from '#lib/context.ts';
import { sha256 } from '#lib/crypto.ts';
import { isDeadlock } from '#lib/db.ts';
import { DomainError } from '#lib/errors.ts';
import { DAY, MINUTE } from '#lib/time.ts';
import { addCounts, findKeys, type KeyCounts } from './add-counts.ts';
import { bucketOf, HOURLY_DAYS } from './buckets.ts';
import { MAX_REPORT_ROWS, type UsageReportInput } from './schema.ts';
import type { UsageReportView } from './views.ts';

/** How far a storage host's clock may be ahead of ours. */
const SKEW_MS = 5 * MINUTE;
const TRIES = 3;

/**
 * Counts a storage host's report once per server and sequence, however often it is sent (R22). Rows of unknown keys are
 * skipped. Throws `conflict` if the sequence was used for another report, and `invalid` for impossible times or too
 * many rows.
 */
export async function recordUsageReport(ctx: Context<Server>, report: UsageReportInput): Promise<UsageReportView> {
  assertReportable(report, ctx.now);
  const counts = sumByKey(report.keys);
  for (let tries = 1; ; tries++) {
    try {
      return await recordOnce(ctx, report, counts);
    } catch (error) {
      if (tries === TRIES || !isDeadlock(error)) throw error;
    }
  }
}

async function recordOnce(ctx: Context<Server>, report: UsageReportInput, counts: ReadonlyMap<string, KeyCounts>) {
  // A clock that is a little ahead must not put requests into a bucket that no graph shows yet.
  const to = report.to < ctx.now ? report.to : ctx.now;
  return transaction(ctx, async (tx): Promise<UsageReportView> => {
    const known = await findKeys(tx.db, counts);
    const view = { rows: report.keys.length, unknown_keys: counts.size - known.length };
    if (!(await noteReport(tx, report, view))) return repeatedReport(tx, report);
    await addCounts(tx, { to, bucket: bucketOf(to), rows: known });
    return { status: 'ok', ...view, is_repeated: false };
  });
}

function assertReportable({ from, to, keys }: UsageReportInput, now: Date): void {
  const refuse = (text: string) => new DomainError('invalid', text);
  if (keys.length > MAX_REPORT_ROWS) throw refuse(`A report holds at most ${MAX_REPORT_ROWS} keys. Send it in parts.`);
  if (from > to) throw refuse('The report ends before it begins.');
  if (to.getTime() > now.getTime() + SKEW_MS)
    throw refuse(`The report ends in the future: it is ${now.toISOString()} here. Check the host's clock.`);
  if (to.getTime() <= now.getTime() - HOURLY_DAYS * DAY) throw refuse(`The report is older than ${HOURLY_DAYS} days.`);
}

/** Adds up several rows of one key. */
function sumByKey(rows: UsageReportInput['keys']): Map<string, KeyCounts> {
  const sums = new Map<string, KeyCounts>();
  for (const { key_id, checked, hits, errors, matched_flags: flags = [] } of rows) {
    const sum = sums.get(key_id) ?? { checked: 0, hits: 0, errors: 0 };
    const counts = { checked: sum.checked + checked, hits: sum.hits + hits, errors: sum.errors + errors };
    sums.set(key_id, { ...counts, flag: flags.length === 1 ? flags[0] : sum.flag });
  }
  return sums;
}

/** False if the sequence is already stored. Waits for a concurrent report with the same sequence. */
async function noteReport(
  ctx: Context<Server>,
  report: UsageReportInput,
  { rows, unknown_keys }: { rows: number; unknown_keys: number },
): Promise<boolean> {
  const inserted = await ctx.db.$executeRaw`
    INSERT INTO usage_reports (server_id, sequence, body_hash, "from", "to", rows, unknown_keys, received_at)
    VALUES (${ctx.actor.serverId}, ${report.sequence}, ${hashOf(report)}, ${report.from}, ${report.to}, ${rows}, ${unknown_keys}, ${ctx.now})
    ON CONFLICT DO NOTHING`;
  return inserted === 1;
}

async function repeatedReport(ctx: Context<Server>, report: UsageReportInput): Promise<UsageReportView> {
  const { bodyHash, rows, unknownKeys } = await ctx.db.usageReport.findUniqueOrThrow({
    where: { serverId_sequence: { serverId: ctx.actor.serverId, sequence: report.sequence } },
    select: { bodyHash: true, rows: true, unknownKeys: true },
  });
  if (!hashOf(report).equals(bodyHash))
    throw new DomainError('conflict', 'This sequence belongs to another report. Nothing was counted.');
  return { status: 'ok', rows, unknown_keys: unknownKeys, is_repeated: true };
}

/** Hashes the parsed report, so that the formatting of its JSON does not matter. */
const hashOf = (report: UsageReportInput) => Buffer.from(sha256(JSON.stringify(report)));
