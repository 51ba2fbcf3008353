import { renderMail } from '#emails/parts/render-mail.ts';

export type ResetPasswordProps = { url: string };
export const sample: ResetPasswordProps = {
  url: 'https://premium.example/reset-password?email=you%40example.com&token=sample&forgot=1',
};

/** Sent after "Forgot password": the link sets a new one. */
export const resetPassword = ({ url }: ResetPasswordProps) =>
  renderMail({
    subject: 'Reset your password',
    heading: 'Reset your password',
    intro: 'Open the link to choose a new password. It works once, for 24 hours, and a newer one makes it void.',
    action: { label: 'Choose a new password', url },
    outro: 'If you did not ask for it, do nothing: your password stays as it is.',
  });
