import { exactNumber } from '#components/ui/data/number-text.ts';
import type { UsageRowView } from '#lib/usage/views.ts';

/** The customer's texts for usage versus limit (docs/product.md, "Fixed texts"). */
export const usageTexts = {
  empty: 'No usage data available',
  failed: 'Failed to load usage data',
  noKeyId: 'No key prefix mapping available',
  someFailed: 'Some usage data could not be loaded. Try refreshing.',
} as const;

/** A key in the table: its usage, or the reason why there is none. Both are null while it loads. */
export type UsageRow = {
  description: string;
  /** null means unknown */
  keyId: string | null;
  /** whose page the row opens */
  userId: string | null;
  usage: UsageRowView | null;
  error: string | null;
};

export type UsageState = 'Loading' | 'Error' | 'No recent data' | 'No limit info' | 'Over limit' | 'Within limit';

/** The state of a row. The order of the checks matters. */
export function usageState({ usage, error }: UsageRow): UsageState {
  if (error !== null) return 'Error';
  if (!usage) return 'Loading';
  if (!usage.daily_series.length) return 'No recent data';
  if (usage.limit === null) return 'No limit info';
  return usage.is_over_limit ? 'Over limit' : 'Within limit';
}

type Answer = { data: UsageRowView | undefined; error: Error | null; isFetching: boolean };

/** The row of a key. A null `description` from the server means that it does not know the key id. */
export function toUsageRow(
  key: { description: string; key_id: string; user_id: string | null },
  { data, error, isFetching }: Answer,
): UsageRow {
  const { description, key_id: keyId, user_id: userId } = key;
  const row = { description, keyId: keyId || null, userId, usage: null, error: null };
  if (!keyId || data?.description === null) return { ...row, keyId: null, error: usageTexts.noKeyId };
  if (data) return data.error === null ? { ...row, usage: data } : { ...row, error: data.error };
  return error && !isFetching ? { ...row, error: usageTexts.failed } : row;
}

/** Sorts rows by last day, or else by 7-day average, the highest first. Rows without data come last. */
export const sortUsageRows = (rows: readonly UsageRow[]): UsageRow[] =>
  rows.toSorted((a, b) => weightOf(b) - weightOf(a));

const weightOf = ({ usage }: UsageRow): number => usage?.last_day ?? usage?.average_7_day ?? -1;

const RATE = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** How a limit is derived. Null if there is no limit. */
export function limitDerivation({
  limit,
  limit_rate: rate,
  limit_source: source,
  quantity,
}: UsageRowView): string | null {
  if (limit === null || rate === null) return null;
  const whose = source === 'key' ? 'This key’s own rate' : 'The rate of its rank';
  const units = quantity > 1 ? ` x ${exactNumber(quantity)} units` : '';
  return `${whose}: ${RATE.format(rate)} requests/s x 86,400 s${units} = ${exactNumber(limit)} requests a day.`;
}
