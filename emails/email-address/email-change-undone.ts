import type { MailParts } from '#emails/parts/mail-parts.ts';

export type EmailChangeUndoneProps = { supportMail: string };
export const sample: EmailChangeUndoneProps = { supportMail: 'support@premium.example' };

/** Sent to the new address after the owner of the old address has undone the change. */
export const emailChangeUndone = ({ supportMail }: EmailChangeUndoneProps): MailParts => ({
  subject: 'The change of your email address was undone',
  preheader: 'This address no longer belongs to an account.',
  heading: 'The change of your email address was undone',
  intro: [
    'The account that used this address has its former address again. All devices were logged out, and a link to choose a new password was sent to the former address.',
  ],
  outro: [`Don’t know why? Write to ${supportMail}.`],
});
