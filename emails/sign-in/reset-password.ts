import type { MailParts } from '#emails/parts/mail-parts.ts';
import { REPLACED_LINK_TERMS } from '#emails/parts/phrases.ts';

export type ResetPasswordProps = { url: string };
export const sample: ResetPasswordProps = {
  url: 'https://premium.example/reset-password?email=you%40example.com&token=sample&forgot=1',
};

/** Sent after "Forgot password". The link sets a new password. */
export const resetPassword = ({ url }: ResetPasswordProps): MailParts => ({
  subject: 'Reset your password',
  preheader: 'Your present password works until you choose a new one.',
  heading: 'Reset your password',
  intro: ['You asked to reset your password. Click to choose a new one.'],
  action: { label: 'Choose a new password', url },
  outro: [REPLACED_LINK_TERMS, 'Not you? Ignore this email; your password stays as it is.'],
});
