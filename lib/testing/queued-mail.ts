import { db } from '#lib/db.ts';
import { openMail } from '#lib/mail/service.ts';

/** The token in the newest queued email of a template to an address. Throws if there is none. */
export async function mailedToken(email: string, template: string): Promise<string> {
  const jobs = await db().$queryRaw<{ sealed: string }[]>`
    SELECT data->>'sealed' AS sealed FROM pgboss.job
    WHERE name = 'mail.send' AND data->>'template' = ${template} ORDER BY ctid`;
  const text = jobs.map(openMail).findLast(({ to }) => to === email)?.text ?? '';
  const token = /[?&]token=([\w-]+)/.exec(text)?.[1];
  if (!token) throw new Error(`no ${template} with a link for ${email}`);
  return token;
}
