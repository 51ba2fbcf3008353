import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { renderMail } from '#emails/parts/render-mail.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import type { Context, OutgoingMail } from '#lib/base/context.ts';
import { seal, unseal } from '#lib/base/crypto.ts';
import { Prisma } from '#lib/base/db/db.ts';
import { log } from '#lib/base/log.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { env } from '#lib/base/settings/env.ts';
import { enqueue, type JobPayloads } from '#lib/jobs/queue.ts';
import { type Templates, TEMPLATES } from './templates.ts';

/** What the payloads of `mail.send` are sealed for. */
export const MAIL_PURPOSE = 'mail';

/**
 * Queues an email in the caller's transaction (R7). It is rendered now and sealed, because it may hold a link's token
 * and the queue is in the database (S76). Its Message-ID is set now, too: if a worker dies right after the SMTP server
 * accepted the email, it is sent again, and receivers recognise the duplicate.
 */
export async function queueMail<T extends keyof Templates>(
  ctx: Context,
  to: string,
  template: T,
  props: Templates[T],
): Promise<void> {
  const messageId = `<${randomUUID()}@${new URL(env().APP_URL).hostname}>`;
  const mail: OutgoingMail = { to, messageId, ...renderMail(TEMPLATES[template](props), contacts()) };
  await enqueue(ctx.db, 'mail.send', {
    template,
    sealed: Buffer.from(seal(JSON.stringify(mail), MAIL_PURPOSE)).toString('base64'),
  });
}

/** A queued email as it will be sent. */
export const openMail = ({ sealed }: Pick<JobPayloads['mail.send'], 'sealed'>): OutgoingMail =>
  JSON.parse(unseal(Buffer.from(sealed, 'base64'), MAIL_PURPOSE).toString()) as OutgoingMail;

/**
 * The job `mail.send`: opens the sealed email, hands it to the SMTP server, and records in the audit log what became of
 * it if a user has the address, with the subject, which names neither an address nor a typed text. Throws if the email is to be tried again. An email that the server refuses for good ends
 * here, because each dead address would otherwise be a failed job.
 */
export async function deliverMail(ctx: Context, { template, sealed }: JobPayloads['mail.send']): Promise<void> {
  const mail = openMail({ sealed });
  const refusal = await send(ctx, mail);
  await countMail(ctx, refusal === null ? 'sent' : 'refused');
  const user = await ctx.db.user.findUnique({ where: { email: mail.to }, select: { id: true } });
  if (user && refusal === null) await recordAudit(ctx, 'mail.sent', user.id, { template, subject: mail.subject });
  if (user && refusal !== null)
    await recordAudit(ctx, 'mail.refused', user.id, { template, subject: mail.subject, reply: refusal });
  if (refusal !== null) log().info({ template, reply: refusal }, 'mail refused by the server of its recipient');
}

/** Sends an email. Returns the server's reply if it refused the email for good, and null if it accepted it. */
async function send(ctx: Context, mail: OutgoingMail): Promise<string | null> {
  try {
    await ctx.mail(mail);
    return null;
  } catch (error) {
    const refusal = findRefusal(error);
    if (refusal !== null) return refusal;
    await countMail(ctx, 'failed');
    throw error;
  }
}

/** What nodemailer attaches to an error of the SMTP server. */
const SmtpError = z.object({ responseCode: z.number(), command: z.string(), response: z.string() });

/** Bad destination address or host, and mailbox disabled or full (RFC 3463 section 3.2 and 3.3). 5.1.7, 5.1.8: our sender. */
const ABOUT_RECIPIENT = /^5\d\d[ -]5\.(1\.(?![78]\b)|2\.)/;
const HAS_STATUS = /^5\d\d[ -]5\.\d+\.\d+/;
/** Replies about a mailbox (RFC 5321 section 4.2.3), for servers that send no enhanced status code. */
const MAILBOX_CODES = [550, 551, 552, 553];
/** A relay that refuses us, not the recipient, often has the same code. */
const ABOUT_US = /relay|authenti|not permitted|sender|spf|dkim|dmarc|blocked|block ?list|blacklist|policy|denied/i;

/**
 * The reply of an SMTP server that will never accept this email for this recipient, such as `550 5.1.1`; null for any
 * other failure. Not a login that was refused, a relay that is denied or a sender that is not ours: the operator mends
 * those, and then the email can be sent.
 */
function findRefusal(error: unknown): string | null {
  const { success, data } = SmtpError.safeParse(error);
  if (!success || (data.command !== 'RCPT TO' && data.command !== 'DATA')) return null;
  const { responseCode, response } = data;
  const isFinal = HAS_STATUS.test(response)
    ? ABOUT_RECIPIENT.test(response)
    : MAILBOX_CODES.includes(responseCode) && !ABOUT_US.test(response);
  return isFinal ? (/^5\d\d(?:[ -]5\.\d+\.\d+)?/.exec(response)?.[0].replace('-', ' ') ?? String(responseCode)) : null;
}

/** What became of an attempt to send an email: `failed` will be repeated, `refused` will not. */
type MailOutcome = 'sent' | 'failed' | 'refused';

/** Counts an attempt, by day in UTC. */
async function countMail({ db, now }: Context, outcome: MailOutcome): Promise<void> {
  const column = Prisma.raw(outcome);
  await db.$executeRaw`INSERT INTO mail_days AS m (day, ${column}) VALUES (${now}::timestamptz AT TIME ZONE 'UTC', 1)
    ON CONFLICT (day) DO UPDATE SET ${column} = m.${column} + 1`;
}
