import { noticeOutro } from '#emails/parts/former-address.ts';
import type { MailParts } from '#emails/parts/mail-parts.ts';
import { whereFigures } from '#emails/parts/where.ts';
import { sample as device, type NewDeviceProps } from './new-device.ts';

/** The kind of change to the login factors. */
export type SignInChange = 'totp_enabled' | 'totp_disabled' | 'recovery_codes' | 'passkey_added' | 'passkey_removed';
/** `passkey` is the name of the passkey added or removed. The other values are as in new-device.ts. */
export type SignInChangedProps = NewDeviceProps & { change: SignInChange; passkey: string | null };
export const sample: SignInChangedProps = { ...device, change: 'passkey_added', passkey: 'Firefox 145 on Linux' };

const TEXTS: Record<SignInChange, { heading: string; what: string }> = {
  totp_enabled: {
    heading: 'Two-factor login is on',
    what: 'Logging in to your account now also needs a code from your authenticator app.',
  },
  totp_disabled: {
    heading: 'Two-factor login is off',
    what: 'Logging in to your account no longer needs a code from an authenticator app.',
  },
  recovery_codes: { heading: 'New recovery codes', what: 'New recovery codes were created. The old ones are void.' },
  passkey_added: {
    heading: 'A passkey was added',
    what: 'Your account has a new passkey. It can log in without the password.',
  },
  passkey_removed: { heading: 'A passkey was removed', what: 'A passkey of your account can no longer log in.' },
};

/** Sent to the owner whenever two-factor login, recovery codes or passkeys change. */
export function signInChanged({ change, passkey, accountUrl, ...notice }: SignInChangedProps): MailParts {
  const { heading, what } = TEXTS[change];
  return {
    subject: heading,
    preheader: `${notice.device}, ${notice.time}. If it was you, there is nothing to do.`,
    heading,
    intro: [what],
    figures: [...(passkey === null ? [] : [['Passkey', passkey] as const]), ...whereFigures(notice)],
    action: { label: 'Open your account', url: accountUrl },
    outro: noticeOutro(
      notice,
      `If it was you, there is nothing to do. Not you? Change your password at once and write to ${notice.supportMail}.`,
    ),
  };
}
