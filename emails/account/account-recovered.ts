import { factorNames, namesText, type Factors } from '#emails/parts/factors.ts';
import type { MailParts } from '#emails/parts/mail-parts.ts';
import { LINK_TERMS, NEW_LINK } from '#emails/parts/phrases.ts';

/** `removed`: login factors added since the change was requested; `kept`: older factors. */
export type AccountRecoveredProps = { url: string; removed: Factors; kept: Factors; supportMail: string };
export const sample: AccountRecoveredProps = {
  url: 'https://premium.example/reset-password?email=you%40example.com&token=sample&forgot=1',
  removed: { authenticator: true, passkeys: ['Chrome 142 on Windows'] },
  kept: { authenticator: false, passkeys: ['Firefox 145 on Linux'] },
  supportMail: 'support@premium.example',
};

/** Sent to the old address after its owner has undone a change of address. The link sets a new password. */
export const accountRecovered = ({ url, removed, kept, supportMail }: AccountRecoveredProps): MailParts => ({
  subject: 'Your account has its old email address again',
  preheader: 'Choose a new password now: the old one no longer works.',
  heading: 'Your account has its old email address again',
  intro: [
    'The change of your email address was undone. All devices were logged out, connected apps and usage tokens lost their access, and the old password no longer works.',
    [removedText(factorNames(removed)), keptText(factorNames(kept))].filter(Boolean).join(' '),
  ],
  action: { label: 'Choose a new password', url },
  outro: [`${LINK_TERMS} ${NEW_LINK}`, `Need help? Write to ${supportMail}.`],
});

const removedText = (names: string[]): string =>
  names.length
    ? `What was added since the change was requested is removed: ${namesText(names)}.`
    : 'No passkey and no authenticator app had been added since the change was requested.';

const keptText = (names: string[]): string => (names.length ? `What you had before is kept: ${namesText(names)}.` : '');
