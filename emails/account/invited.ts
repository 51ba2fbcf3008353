import type { MailParts } from '#emails/parts/mail-parts.ts';
import { inWords, promises } from '#lib/base/promises.ts';

export type InvitedProps = { url: string; supportMail: string };
export const sample: InvitedProps = {
  url: 'https://premium.example/reset-password?email=you%40example.com&token=sample&forgot=1&invited=1',
  supportMail: 'support@premium.example',
};

/** Sent when an admin invites a user: the link sets the first password. */
export const invited = ({ url, supportMail }: InvitedProps): MailParts => ({
  subject: 'Your Rspamd Premium account is ready',
  preheader: 'One step is left: your password.',
  heading: 'Your account is ready',
  intro: ['An account was created for you. Choose a password to log in and to see your key.'],
  action: { label: 'Choose a password', url },
  outro: [
    `The link works once, expires in ${inWords(promises.invitation)}, and is replaced by a newer invitation.`,
    `Didn’t expect this? Ignore this email, or write to ${supportMail}.`,
  ],
});
