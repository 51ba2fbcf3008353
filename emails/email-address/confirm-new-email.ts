import type { MailParts } from '#emails/parts/mail-parts.ts';
import { REPLACED_LINK_TERMS } from '#emails/parts/phrases.ts';

export type ConfirmNewEmailProps = { url: string };
export const sample: ConfirmNewEmailProps = { url: 'https://premium.example/change-email?token=sample' };

/**
 * Sent to the new address: the link confirms the change. It reveals nothing about the account, because the address may
 * be mistyped.
 */
export const confirmNewEmail = ({ url }: ConfirmNewEmailProps): MailParts => ({
  subject: 'Confirm your new email address',
  preheader: 'Your account changes to this address when you confirm it.',
  heading: 'Confirm your new email address',
  intro: ['You asked to use this address for your account. Click to confirm it.'],
  action: { label: 'Confirm email address', url },
  outro: [REPLACED_LINK_TERMS, 'Not you? Ignore this email; nothing changes without this link.'],
});
