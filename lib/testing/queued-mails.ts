import type { OutgoingMail } from '#lib/base/context.ts';
import { db, type Db } from '#lib/base/db/db.ts';
import { openMail } from '#lib/mail/service.ts';
import { queuedJobs } from './queued-jobs.ts';

type Queued = OutgoingMail & { template: string };

/** The queued emails as they would be sent, oldest first. */
export async function queuedMails(store: Db): Promise<Queued[]> {
  return (await queuedJobs(store, 'mail.send')).map((job) => ({ ...openMail(job), template: job.template }));
}

/** The queued emails to an address, oldest first. */
export async function mailsTo(email: string, store: Db = db()): Promise<Queued[]> {
  return (await queuedMails(store)).filter(({ to }) => to === email);
}

/** The token in the newest queued email of a template to an address. Throws if there is none. */
export async function mailedToken(email: string, template: string, store: Db = db()): Promise<string> {
  const mail = (await mailsTo(email, store)).findLast((one) => one.template === template);
  const token = /[?&]token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error(`no ${template} with a link for ${email}`);
  return token;
}
