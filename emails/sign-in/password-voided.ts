import { renderMail } from '#emails/parts/render-mail.ts';

export type PasswordVoidedProps = { url: string; supportMail: string };
export const sample: PasswordVoidedProps = {
  url: 'https://premium.example/reset-password?email=you%40example.com&token=sample&forgot=1',
  supportMail: 'support@premium.example',
};

/** Sent when an admin resets a user's password without setting a new one. */
export const passwordVoided = ({ url, supportMail }: PasswordVoidedProps) =>
  renderMail({
    subject: 'Choose a new password',
    heading: 'Choose a new password',
    intro:
      'We reset your password: the old one no longer works, and all devices were logged out. Open the link to choose a new one. It works once, for 24 hours; later, "Forgot your password?" on the login page mails another.',
    action: { label: 'Choose a new password', url },
    outro: `Please write to ${supportMail} if you did not expect this.`,
  });
