import type { MailParts } from '#emails/parts/mail-parts.ts';
import { LINK_TERMS, NEW_LINK } from '#emails/parts/phrases.ts';

export type PasswordVoidedProps = { url: string; supportMail: string };
export const sample: PasswordVoidedProps = {
  url: 'https://premium.example/reset-password?email=you%40example.com&token=sample&forgot=1',
  supportMail: 'support@premium.example',
};

/** Sent when an admin resets a user's password without setting a new one. */
export const passwordVoided = ({ url, supportMail }: PasswordVoidedProps): MailParts => ({
  subject: 'Choose a new password',
  preheader: 'Our support reset it: the old one no longer works.',
  heading: 'Choose a new password',
  intro: ['Our support reset your password. The old one no longer works, and all devices were logged out.'],
  action: { label: 'Choose a new password', url },
  outro: [`${LINK_TERMS} ${NEW_LINK}`, `Didn’t expect this? Write to ${supportMail}.`],
});
