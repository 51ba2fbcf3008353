import type { Context } from '#lib/base/context.ts';
import { Prisma } from '#lib/base/db/db.ts';

/** What became of an attempt to send an email: `failed` will be repeated, `refused` will not. */
export type MailOutcome = 'sent' | 'failed' | 'refused';

/** Counts an attempt, by day in UTC. */
export async function countMail({ db, now }: Context, outcome: MailOutcome): Promise<void> {
  const column = Prisma.raw(outcome);
  await db.$executeRaw`INSERT INTO mail_days AS m (day, ${column}) VALUES (${now}::timestamptz AT TIME ZONE 'UTC', 1)
    ON CONFLICT (day) DO UPDATE SET ${column} = m.${column} + 1`;
}
