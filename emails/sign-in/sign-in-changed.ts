import { noticeOutro } from '#emails/parts/former-address.ts';
import { renderMail } from '#emails/parts/render-mail.ts';
import { sample as device, type NewDeviceProps } from './new-device.ts';

/** What changed about the login. */
export type SignInChange = 'totp_enabled' | 'totp_disabled' | 'recovery_codes' | 'passkey_added' | 'passkey_removed';
/** `passkey` is the name of the passkey added or removed. The other values are as in new-device.ts. */
export type SignInChangedProps = NewDeviceProps & { change: SignInChange; passkey: string | null };
export const sample: SignInChangedProps = { ...device, change: 'passkey_added', passkey: 'Firefox 145 on Linux' };

const TEXTS: Record<SignInChange, { heading: string; what: string }> = {
  totp_enabled: { heading: 'Two-factor login is on', what: 'Two-factor login was turned on for your account' },
  totp_disabled: { heading: 'Two-factor login is off', what: 'Two-factor login was turned off for your account' },
  recovery_codes: { heading: 'New recovery codes', what: 'New recovery codes were made, and the old ones are void' },
  passkey_added: { heading: 'A passkey was added', what: 'A passkey was added to your account' },
  passkey_removed: { heading: 'A passkey was removed', what: 'A passkey was removed from your account' },
};

/** Sent to the owner whenever two-factor login, recovery codes or passkeys change. */
export function signInChanged({ change, passkey, device, address, time, accountUrl, ...notice }: SignInChangedProps) {
  const { heading, what } = TEXTS[change];
  return renderMail({
    subject: heading,
    heading,
    intro: `${what}${passkey === null ? '' : ` (${passkey})`}. It was done with ${device}, address ${address}, ${time}.`,
    action: { label: 'See your account', url: accountUrl },
    outro: noticeOutro(
      notice,
      `If it was you, there is nothing to do. If not, change your password at once and write to ${notice.supportMail}.`,
    ),
  });
}
