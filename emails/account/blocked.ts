import type { MailParts } from '#emails/parts/mail-parts.ts';

export type BlockedProps = { supportMail: string };
export const sample: BlockedProps = { supportMail: 'support@premium.example' };

/** Sent when an admin blocks an account. */
export const blocked = ({ supportMail }: BlockedProps): MailParts => ({
  subject: 'Your account was blocked',
  preheader: 'You are logged out, and your keys no longer work.',
  heading: 'Your account was blocked',
  intro: [
    'All devices were logged out, and your keys no longer work. Your Rspamd continues with its other checks, without the premium hashes.',
  ],
  outro: [`To find out why, or to have it unblocked, write to ${supportMail}.`],
});
