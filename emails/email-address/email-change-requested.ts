import type { MailParts } from '#emails/parts/mail-parts.ts';

export type EmailChangeRequestedProps = { newEmail: string; accountUrl: string; supportMail: string };
export const sample: EmailChangeRequestedProps = {
  newEmail: 'new@example.com',
  accountUrl: 'https://premium.example/account',
  supportMail: 'support@premium.example',
};

/** Sent to the current address when a change of address is requested. */
export const emailChangeRequested = ({ newEmail, accountUrl, supportMail }: EmailChangeRequestedProps): MailParts => ({
  subject: 'A new email address for your account',
  preheader: 'Someone asked to change it. Not you? Cancel the change now.',
  heading: 'A new email address for your account',
  intro: [
    'Someone, probably you, asked to change the email address of your account. It changes when the new address is confirmed.',
  ],
  figures: [['New address', newEmail]],
  action: { label: 'Open your account', url: accountUrl },
  outro: [
    `Not you? Cancel the change on your account page and change your password at once. Need help? Write to ${supportMail}.`,
  ],
});
