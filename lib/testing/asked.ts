import { mailResetLink } from '#lib/auth/settings/password-reset.ts';
import type { Db } from '#lib/db.ts';
import { mailVerification } from '#lib/auth/sign-up/verify-email.ts';
import { systemContext } from './context.ts';
import { queuedJobs } from './queued-jobs.ts';

const JOBS = { 'password_reset.mail': mailResetLink, 'verification.mail': mailVerification };
const NAMES = Object.keys(JOBS) as (keyof typeof JOBS)[];

/** Runs the waiting jobs that look up an email address, as the worker would, and removes them from the queue. */
export async function runAsked(db: Db): Promise<void> {
  for (const name of NAMES) {
    const jobs = await queuedJobs(db, name);
    await db.$executeRaw`DELETE FROM pgboss.job WHERE name = ${name}`;
    for (const job of jobs) await JOBS[name](systemContext(db), job);
  }
}
