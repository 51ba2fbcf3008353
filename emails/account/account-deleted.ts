import type { MailParts } from '#emails/parts/mail-parts.ts';

export type AccountDeletedProps = { byOwner: boolean; supportMail: string };
export const sample: AccountDeletedProps = { byOwner: true, supportMail: 'support@premium.example' };

/** The last email to an address, sent when its account was deleted by the owner or by an admin. */
export const accountDeleted = ({ byOwner, supportMail }: AccountDeletedProps): MailParts => ({
  subject: 'Your account was deleted',
  preheader: 'All devices and connected apps were logged out.',
  heading: 'Your account was deleted',
  intro: [
    `${byOwner ? 'You deleted your account.' : 'Our support deleted your account.'} All devices and connected apps were logged out, and your data was erased. Invoices are kept as long as the law requires.`,
  ],
  outro: [
    byOwner
      ? `Thank you for using the service. Not you? Write to ${supportMail} at once.`
      : `Questions? Write to ${supportMail}.`,
  ],
});
