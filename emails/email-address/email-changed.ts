import { renderMail } from '#emails/parts/render-mail.ts';

/** `undoUrl` is null when an admin changed the address. */
export type EmailChangedProps = { newEmail: string; undoUrl: string | null; supportMail: string };
export const sample = {
  newEmail: 'new@example.com',
  undoUrl: 'https://premium.example/change-email/undo?token=sample',
  supportMail: 'support@premium.example',
} satisfies EmailChangedProps;

/** Sent to the old address after a change. Its owner can undo it for 72 hours, unless an admin made the change. */
export const emailChanged = ({ newEmail, undoUrl, supportMail }: EmailChangedProps) =>
  renderMail({
    subject: 'Your email address was changed',
    heading: 'Your email address was changed',
    ...(undoUrl === null ? byUs(newEmail, supportMail) : byOwner(newEmail, undoUrl, supportMail)),
  });

const byOwner = (newEmail: string, undoUrl: string, supportMail: string) => ({
  intro: `The email address of your account is now ${newEmail}. If it was not you, open the link within 72 hours: it brings this address back, logs all devices out, removes passkeys and an authenticator app that were added since the change was asked for, and lets you choose a new password.`,
  action: { label: 'Undo the change', url: undoUrl },
  outro: `If it was you, there is nothing to do. Write to ${supportMail} if you need help.`,
});

const byUs = (newEmail: string, supportMail: string) => ({
  intro: `We changed the email address of your account. It is now ${newEmail}.`,
  outro: `If you did not ask for it, write to ${supportMail}.`,
});
