import { createTransport, type Transporter } from 'nodemailer';
import type { Mailer } from '#lib/base/context.ts';
import { env, isLoopback } from '#lib/base/settings/env.ts';

/** Milliseconds. A server that hangs must not hold a job for long. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

let transport: Transporter | undefined;
const open = (): Transporter =>
  (transport ??= createTransport({ url: env().SMTP_URL, requireTLS: needsTls(), ...TIMEOUTS }));

/** Sends an email through the SMTP server at SMTP_URL. */
export const smtpMailer: Mailer = async (mail) => {
  await open().sendMail({ from: env().MAIL_FROM, ...mail });
};

/** Connects to the SMTP server and logs in, as for an email, but sends none. Throws what goes wrong. */
export async function trySmtp(): Promise<void> {
  await open().verify();
}

/** In production, no email and no password crosses a network unencrypted. `smtps` is encrypted from the start. */
function needsTls(): boolean {
  const { protocol, hostname } = new URL(env().SMTP_URL);
  return env().APP_MODE === 'production' && protocol === 'smtp:' && !isLoopback(hostname);
}
