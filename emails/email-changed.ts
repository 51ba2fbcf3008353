import { renderMail } from './html.ts';

export type EmailChangedProps = { newEmail: string; undoUrl: string; supportMail: string };
export const sample: EmailChangedProps = {
  newEmail: 'new@example.com',
  undoUrl: 'https://premium.example/change-email/undo?token=sample',
  supportMail: 'support@premium.example',
};

/** Sent to the old address after a change: for 72 hours its owner can take the account back. */
export const emailChanged = ({ newEmail, undoUrl, supportMail }: EmailChangedProps) =>
  renderMail({
    subject: 'Your email address was changed',
    heading: 'Your email address was changed',
    intro: `The email address of your account is now ${newEmail}. If it was not you, open the link within 72 hours: it brings this address back, logs all devices out, and lets you choose a new password.`,
    action: { label: 'Undo the change', url: undoUrl },
    outro: `If it was you, there is nothing to do. Write to ${supportMail} if you need help.`,
  });
