import { emailTaken, type EmailTakenProps } from '#emails/email-taken.ts';
import { newDevice, type NewDeviceProps } from '#emails/new-device.ts';
import { passwordChanged, type PasswordChangedProps } from '#emails/password-changed.ts';
import { resetPassword, type ResetPasswordProps } from '#emails/reset-password.ts';
import { verifyEmail, type VerifyEmailProps } from '#emails/verify-email.ts';
import type { RenderedMail } from '#emails/html.ts';
import type { Context, OutgoingMail } from '#lib/context.ts';
import { seal, unseal } from '#lib/crypto.ts';
import { enqueue, type JobPayloads } from '#lib/jobs/queue.ts';

type Templates = {
  verify_email: VerifyEmailProps;
  email_taken: EmailTakenProps;
  reset_password: ResetPasswordProps;
  password_changed: PasswordChangedProps;
  new_device: NewDeviceProps;
};
const TEMPLATES: { [T in keyof Templates]: (props: Templates[T]) => RenderedMail } = {
  verify_email: verifyEmail,
  email_taken: emailTaken,
  reset_password: resetPassword,
  password_changed: passwordChanged,
  new_device: newDevice,
};

const PURPOSE = 'mail';

/**
 * Queues a mail in the caller's transaction (R7). It is rendered now and sealed, because it may hold a link's token and
 * the queue stands in the database (S76).
 */
export async function queueMail<T extends keyof Templates>(
  ctx: Context,
  to: string,
  template: T,
  props: Templates[T],
): Promise<void> {
  const mail = { to, ...TEMPLATES[template](props) };
  await enqueue(ctx.db, 'mail.send', {
    template,
    sealed: Buffer.from(seal(JSON.stringify(mail), PURPOSE)).toString('base64'),
  });
}

/** The job `mail.send`: opens the sealed mail and hands it to the SMTP server. Throws while that is away. */
export async function deliverMail(ctx: Context, { sealed }: JobPayloads['mail.send']): Promise<void> {
  await ctx.mail(JSON.parse(unseal(Buffer.from(sealed, 'base64'), PURPOSE).toString()) as OutgoingMail);
}
