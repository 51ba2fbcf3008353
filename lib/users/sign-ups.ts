import type { Admin, Context } from '#lib/base/context.ts';
import { DAY, MINUTE } from '#lib/base/time.ts';

const DAYS = 30;

/** People who signed up on a day in UTC, and those of them who have verified their address. */
export type SignUpDay = { start: string; signUps: number; verified: number };

/** The sign-ups of the last 30 days, today last. People who were deleted since do not count. */
export async function readSignUps({ db, now }: Context<Admin>): Promise<SignUpDay[]> {
  const today = Math.floor(now.getTime() / DAY) * DAY;
  const first = today - (DAYS - 1) * DAY;
  const rows = await db.$queryRaw<{ index: number; signUps: number; verified: number }[]>`
    SELECT floor(extract(epoch FROM created_at - ${new Date(first)}::timestamptz) / 86400)::int AS index,
      count(*)::int AS "signUps", count(email_verified_at)::int AS verified
    FROM users WHERE created_at >= ${new Date(first)} AND created_at < ${new Date(today + DAY)} GROUP BY 1`;
  return Array.from({ length: DAYS }, (_, index) => {
    const row = rows.find((each) => each.index === index);
    const start = new Date(first + index * DAY).toISOString();
    return { start, signUps: row?.signUps ?? 0, verified: row?.verified ?? 0 };
  });
}

const KEPT_MS = 5 * MINUTE;
let kept: { at: number; days: Promise<SignUpDay[]> } | null = null;

/** The result of `readSignUps`, read by each process at most every five minutes: of ten million users, it takes a while. */
export function getSignUps(ctx: Context<Admin>): Promise<SignUpDay[]> {
  const at = ctx.now.getTime();
  if (kept && at - kept.at < KEPT_MS && at >= kept.at) return kept.days;
  const days = readSignUps(ctx);
  const mine = { at, days };
  kept = mine;
  days.catch(() => {
    if (kept === mine) kept = null;
  });
  return days;
}
