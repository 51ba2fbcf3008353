import type { Context } from '#lib/base/context.ts';
import { env } from '#lib/base/settings/env.ts';

/** The days after the day of the purchase, on the last of which a private buyer may still withdraw. */
const WITHDRAWAL_DAYS = 14;

type Bought = { startedAt: Date; buyerKind: string | null };

/**
 * The last day on which a buyer may withdraw, such as `2026-12-12`: the fourteenth after the day of the purchase, which
 * is day 0, in the seller's time zone. Null for a company, and after that day.
 */
export async function findLastDayToWithdraw(
  { db, now }: Context,
  { startedAt, buyerKind }: Bought,
  zone = env().SELLER_TIME_ZONE,
): Promise<string | null> {
  if (buyerKind !== 'private') return null;
  const [row] = await db.$queryRaw<{ last: string; isOver: boolean }[]>`
    SELECT to_char(last, 'YYYY-MM-DD') AS last, (${now}::timestamptz AT TIME ZONE ${zone})::date > last AS "isOver"
    FROM (SELECT (${startedAt}::timestamptz AT TIME ZONE ${zone})::date + ${WITHDRAWAL_DAYS}::int AS last) AS bought`;
  return row && !row.isOver ? row.last : null;
}
