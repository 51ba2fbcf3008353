import type { MailParts } from '#emails/parts/mail-parts.ts';
import { customerDay } from '#lib/base/text/format.ts';

export type TwoFactorRequiredProps = {
  /** the name of the account, or the address of its first owner */
  account: string;
  /** ISO 8601 */
  from: string;
  accountUrl: string;
  supportMail: string;
};
export const sample: TwoFactorRequiredProps = {
  account: 'Example',
  from: '2026-12-15T00:00:00.000Z',
  accountUrl: 'https://premium.example/account',
  supportMail: 'support@premium.example',
};

/** Sent to all members of an account when an owner requires a second factor of them. */
export const twoFactorRequired = ({ account, from, accountUrl, supportMail }: TwoFactorRequiredProps): MailParts => ({
  subject: 'Your account requires a second factor',
  preheader: `From ${customerDay(new Date(from))} on, a password alone is not enough.`,
  heading: `${account} requires a second factor`,
  intro: [
    `From ${customerDay(new Date(from))} on, members of ${account} need a login with a second factor: a passkey, or a password and an authenticator app. Without one, you can open only your own login settings.`,
  ],
  action: { label: 'Set up a second factor', url: accountUrl },
  outro: [`Didn’t expect this? Ask an owner of the account, or write to ${supportMail}.`],
});
