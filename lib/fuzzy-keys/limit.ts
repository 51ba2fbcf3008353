import { DAY, inSeconds } from '#lib/base/time.ts';

/** The facts that decide the limit of a key. */
export type LimitedKey = {
  quantity: number;
  /** the key's own rate per unit */
  rate: number | null;
  rank: { rate: number | null };
  account: { dailyLimit: number | null } | null;
};

/** Requests per second for one unit (null: no limit), and what sets it: the key or its owner (`key`), or the rank. */
export type KeyLimit = { rate: number | null; source: 'key' | 'rank' | 'none' };

/**
 * A key's limit: its owner's daily limit (for all units together), else the key's own rate, else the rank's. Ranks 0
 * and 10 have none.
 */
export function limitOf({ quantity, rate, rank, account }: LimitedKey): KeyLimit {
  const daily = account?.dailyLimit ?? null;
  if (daily !== null) return { rate: daily / inSeconds(DAY) / quantity, source: 'key' };
  if (rate !== null) return { rate, source: 'key' };
  return rank.rate === null ? { rate: null, source: 'none' } : { rate: rank.rate, source: 'rank' };
}
