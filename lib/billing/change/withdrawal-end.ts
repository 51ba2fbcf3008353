import type { Context } from '#lib/base/context.ts';
import { env } from '#lib/base/settings/env.ts';

/** The days after the day of the purchase, on the last of which a private buyer may still withdraw. */
const WITHDRAWAL_DAYS = 14;

type Bought = { startedAt: Date; buyerKind: string | null };

/**
 * Whole days from the day of the purchase, which is day 0, to the day of `at`, and the last day on which a private buyer
 * may withdraw, such as `2026-12-12`. All days are those of the seller's time zone.
 */
export async function countDaysSince(
  { db }: Context,
  startedAt: Date,
  at: Date,
  zone = env().SELLER_TIME_ZONE,
): Promise<{ days: number; lastToWithdraw: string }> {
  const [row] = await db.$queryRaw<{ days: number; lastToWithdraw: string }[]>`
    SELECT day - bought AS days, to_char(bought + ${WITHDRAWAL_DAYS}::int, 'YYYY-MM-DD') AS "lastToWithdraw"
    FROM (SELECT (${at}::timestamptz AT TIME ZONE ${zone})::date AS day,
      (${startedAt}::timestamptz AT TIME ZONE ${zone})::date AS bought) AS local_days`;
  if (!row) throw new Error('no days counted');
  return row;
}

/** The last day on which a buyer may withdraw; null for a company, and after that day. */
export async function findLastDayToWithdraw(
  ctx: Context,
  { startedAt, buyerKind }: Bought,
  zone?: string,
): Promise<string | null> {
  if (buyerKind !== 'private') return null;
  const { days, lastToWithdraw } = await countDaysSince(ctx, startedAt, ctx.now, zone);
  return days > WITHDRAWAL_DAYS ? null : lastToWithdraw;
}
