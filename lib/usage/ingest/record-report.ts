import type { Context, Server } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { HOURLY_DAYS } from '#lib/usage/buckets.ts';
import { MAX_REPORT_ROWS, type UsageReportInput } from '#lib/usage/schema.ts';
import type { UsageReportView } from '#lib/usage/views.ts';
import { recordOnce } from './report-ledger.ts';
import { stageCounts, type KeyCounts } from './stage-counts.ts';

/**
 * Counts a storage host's report once per server and sequence, however often it is sent (R22), spread over the time that
 * it covers. Rows of unknown keys are
 * skipped. Throws `conflict` if the sequence was used for another report, and `invalid` for impossible times or too
 * many rows.
 */
export async function recordUsageReport(ctx: Context<Server>, report: UsageReportInput): Promise<UsageReportView> {
  const { sequence, from, to, keys } = report;
  if (keys.length > MAX_REPORT_ROWS)
    throw new DomainError('invalid', `A report holds at most ${MAX_REPORT_ROWS} keys. Send it in parts.`);
  const counts = sumByKey(keys);
  const ledger = { table: 'usage_reports', days: HOURLY_DAYS } as const;
  return recordOnce(ctx, ledger, { sequence, from, to, rows: keys.length, body: report }, (tx, end, note) =>
    stageCounts(tx, { from: from < end ? from : end, to: end, counts }, note),
  );
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
