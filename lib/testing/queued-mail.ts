import { db } from '#lib/db.ts';
import { deliverMail } from '#lib/mail/service.ts';
import { systemContext } from './context.ts';

/** The token of the newest queued mail of a template to an address. Throws if there is none. */
export async function mailedToken(email: string, template: string): Promise<string> {
  const jobs = await db().$queryRaw<{ template: string; sealed: string }[]>`
    SELECT data->>'template' AS template, data->>'sealed' AS sealed FROM pgboss.job
    WHERE name = 'mail.send' AND data->>'template' = ${template} ORDER BY ctid`;
  const ctx = systemContext(db());
  for (const job of jobs) await deliverMail(ctx, job);
  const text = ctx.sent.findLast(({ to }) => to === email)?.text ?? '';
  const token = /[?&]token=([\w-]+)/.exec(text)?.[1];
  if (!token) throw new Error(`no ${template} with a link for ${email}`);
  return token;
}
