import { db } from '#lib/db.ts';
import { deliverMail } from '#lib/mail/service.ts';
import { systemContext } from './context.ts';

/** The queued mails to an address, oldest first. */
export async function mailsTo(email: string): Promise<{ template: string; text: string }[]> {
  const jobs = await db().$queryRaw<{ template: string; sealed: string }[]>`
    SELECT data->>'template' AS template, data->>'sealed' AS sealed FROM pgboss.job WHERE name = 'mail.send' ORDER BY ctid`;
  const ctx = systemContext(db());
  for (const job of jobs) await deliverMail(ctx, job);
  return jobs.flatMap(({ template }, n) => {
    const mail = ctx.sent[n];
    return mail?.to === email ? [{ template, text: mail.text }] : [];
  });
}
