import { mailResetLink } from '#lib/auth/settings/password-reset.ts';
import type { Db } from '#lib/db.ts';
import { mailVerification } from '#lib/auth/sign-up/verify-email.ts';
import { systemContext } from './context.ts';

const JOBS = { 'password_reset.mail': mailResetLink, 'verification.mail': mailVerification };

/** Runs the waiting jobs that look up an email address, as the worker would, and removes them from the queue. */
export async function runAsked(db: Db): Promise<void> {
  const jobs = await db.$queryRaw<{ name: keyof typeof JOBS; data: { sealed: string } }[]>`
    DELETE FROM pgboss.job WHERE name IN ('password_reset.mail', 'verification.mail') RETURNING name, data`;
  for (const { name, data } of jobs) await JOBS[name](systemContext(db), data);
}
