import type { MailParts } from '#emails/parts/mail-parts.ts';
import { inWords, promises } from '#lib/base/promises.ts';

/** `undoUrl` is null when an admin changed the address. */
export type EmailChangedProps = { newEmail: string; undoUrl: string | null; supportMail: string };
export const sample = {
  newEmail: 'new@example.com',
  undoUrl: 'https://premium.example/change-email/undo?token=sample',
  supportMail: 'support@premium.example',
} satisfies EmailChangedProps;

/** Sent to the old address after a change. Its owner can undo it for a while, unless an admin made the change. */
export const emailChanged = ({ newEmail, undoUrl, supportMail }: EmailChangedProps): MailParts => ({
  subject: 'Your email address was changed',
  heading: 'Your email address was changed',
  figures: [['New address', newEmail]],
  ...(undoUrl === null ? bySupport(supportMail) : byOwner(undoUrl, supportMail)),
});

const UNDO_TIME = inWords(promises.emailUndo);

const byOwner = (undoUrl: string, supportMail: string) => ({
  preheader: `Not you? You can undo it for ${UNDO_TIME}.`,
  intro: ['Your account has a new email address. If it was you, there is nothing to do.'],
  action: { label: 'Undo the change', url: undoUrl },
  outro: [
    `Not you? Use the link within ${UNDO_TIME}. It restores this address, logs out all devices, removes passkeys and authenticator apps added since the change was requested, and lets you choose a new password.`,
    `Need help? Write to ${supportMail}.`,
  ],
});

const bySupport = (supportMail: string) => ({
  preheader: 'Our support changed it. From now on, log in with the new one.',
  intro: ['Our support changed the email address of your account.'],
  outro: [`Didn’t ask for this? Write to ${supportMail}.`],
});
