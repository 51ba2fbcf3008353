import { db, type Db } from '#lib/db.ts';
import { openMail } from '#lib/mail/service.ts';

type Queued = { template: string; text: string };

/** The queued emails to an address, oldest first. */
export const mailsTo = (email: string): Promise<Queued[]> => queuedMails(db(), email);

/** Like `mailsTo`, but within a test's transaction. */
export async function queuedMails(store: Db, email: string): Promise<Queued[]> {
  const jobs = await store.$queryRaw<{ template: string; sealed: string }[]>`
    SELECT data->>'template' AS template, data->>'sealed' AS sealed FROM pgboss.job WHERE name = 'mail.send' ORDER BY ctid`;
  return jobs.flatMap(({ template, sealed }) => {
    const mail = openMail({ sealed });
    return mail.to === email ? [{ template, text: mail.text }] : [];
  });
}
