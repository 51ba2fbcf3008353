import { factorNames, namesText, type Factors } from '#emails/parts/factors.ts';
import { renderMail } from '#emails/parts/render-mail.ts';

/** `removed`: login factors added since the change was requested; `kept`: those from before. */
export type AccountRecoveredProps = { url: string; removed: Factors; kept: Factors; supportMail: string };
export const sample: AccountRecoveredProps = {
  url: 'https://premium.example/reset-password?email=you%40example.com&token=sample&forgot=1',
  removed: { authenticator: true, passkeys: ['Chrome 142 on Windows'] },
  kept: { authenticator: false, passkeys: ['Firefox 145 on Linux'] },
  supportMail: 'support@premium.example',
};

/** Sent to the old address after its owner has undone a change of address. The link sets a new password. */
export const accountRecovered = ({ url, removed, kept, supportMail }: AccountRecoveredProps) =>
  renderMail({
    subject: 'Your account has its old email address again',
    heading: 'Your account has its old email address again',
    intro: [
      'The change of your email address was undone. All devices were logged out, connected applications and usage tokens have ended, and the old password no longer works.',
      removedText(factorNames(removed)),
      keptText(factorNames(kept)),
    ]
      .filter(Boolean)
      .join(' '),
    action: { label: 'Choose a new password', url },
    outro: `The link works once, for 24 hours; later, "Forgot your password?" on the login page mails another. Write to ${supportMail} if you need help.`,
  });

const removedText = (names: string[]): string =>
  names.length
    ? `We removed what was added since the change was asked for: ${namesText(names)}.`
    : 'No passkey and no authenticator app had been added since the change was asked for.';

const keptText = (names: string[]): string => (names.length ? `What was there before stays: ${namesText(names)}.` : '');
