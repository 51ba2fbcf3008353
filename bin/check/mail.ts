/** The SMTP server, up to the login, and with an address an email through it. */
import { randomUUID } from 'node:crypto';
import { Email } from '#lib/email-address/schema.ts';
import { env } from '#lib/env.ts';
import { smtpMailer, trySmtp } from '#lib/mail/smtp.ts';
import { oneLineOf } from '#lib/one-line.ts';
import { fail, ok, type Finding } from './line.ts';

/** What to do about an error, by its code or text. */
const WAYS_OUT: readonly [RegExp, string][] = [
  [/STARTTLS|ETLS/, 'The server offers no STARTTLS. Use its submission port (587), or smtps:// for port 465'],
  [/EAUTH|535|534|530|authentic/i, 'Compare user and password in SMTP_URL; special characters need % codes'],
  [/ENOTFOUND|EDNS|EAI_AGAIN/, 'The host in SMTP_URL does not resolve'],
  [/certificate|self-signed|ERR_TLS|altnames/i, 'Use the name in its certificate, or set NODE_EXTRA_CA_CERTS'],
  [/ECONNREFUSED|ETIMEDOUT|ESOCKET|ECONNECTION/, 'Compare host and port in SMTP_URL, and the firewall'],
  [/EENVELOPE|5\d\d/, 'The server must accept MAIL_FROM as a sender'],
];

export async function checkMail(address: string | undefined): Promise<Finding> {
  const { host } = new URL(env().SMTP_URL);
  try {
    await trySmtp();
    if (address === undefined) return ok(`${host} accepts the login; --mail ADDRESS sends an email`);
    return await sendOne(address);
  } catch (error) {
    const known = `${error instanceof Error && 'code' in error ? String(error.code) : ''} ${oneLineOf(error)}`;
    const way = WAYS_OUT.find(([pattern]) => pattern.test(known))?.[1];
    return fail(`${host}: ${oneLineOf(error)}. ${way ?? 'See the log of the SMTP server'}`);
  }
}

async function sendOne(given: string): Promise<Finding> {
  const { success, data: to } = Email.safeParse(given);
  if (!success) return fail(`${JSON.stringify(given)} is not an email address`);
  const text = `This email was sent by \`npm run check\` of ${env().APP_URL}.`;
  const messageId = `<${randomUUID()}@${new URL(env().APP_URL).hostname}>`;
  await smtpMailer({ to, messageId, subject: 'Test email', text, html: `<p>${text}</p>` });
  return ok(`an email to ${to} was accepted. Look for it, in the folder of spam, too`);
}
