import { noticeOutro, type NoticeProps } from '#emails/parts/former-address.ts';
import { factorNames, namesText, NO_FACTORS, type Factors } from '#emails/parts/factors.ts';
import type { MailParts } from '#emails/parts/mail-parts.ts';
import { whereFigures, type Where } from '#emails/parts/where.ts';

export type PasswordChangedProps = NoticeProps & {
  loginUrl: string;
  /** `reset`: by a mailed link or an admin. A reset also ends usage tokens. */
  how: 'changed' | 'reset';
  /** null if an admin did it */
  where: Where | null;
  /** the login factors besides the password */
  factors: Factors;
  /** the login factors that the reset removed */
  removed: Factors;
  /** names of the usage tokens that keep working */
  usageTokens: string[];
};
export const sample: PasswordChangedProps = {
  loginUrl: 'https://premium.example/login',
  supportMail: 'support@premium.example',
  isFormerAddress: false,
  how: 'changed',
  where: { device: 'Firefox 145 on Linux', address: '192.0.2.7', time: '21 November 2026, 09:30 UTC' },
  factors: { authenticator: true, passkeys: ['Firefox 145 on Linux'] },
  removed: NO_FACTORS,
  usageTokens: ['Grafana'],
};

const ENDED = {
  changed: 'All other devices were logged out, and connected apps have to ask you again.',
  reset: 'All devices were logged out, connected apps have to ask you again, and usage tokens have ended.',
};

/** Sent after every change or reset of a password. Names the other ways to log in. */
export const passwordChanged = ({
  loginUrl,
  how,
  where,
  factors,
  removed,
  usageTokens,
  ...notice
}: PasswordChangedProps): MailParts => ({
  subject: 'Your password was changed',
  preheader: 'If it was you, there is nothing to do.',
  heading: 'Your password was changed',
  intro: [
    `The password of your account was changed. ${ENDED[how]}`,
    ...gone(removed),
    ...remaining(factors),
    ...stillReading(usageTokens),
  ],
  ...(where && { figures: whereFigures(where) }),
  action: { label: 'Log in', url: loginUrl },
  outro: noticeOutro(notice, `Not you? Reset your password at once and write to ${notice.supportMail}.`),
});

function gone(removed: Factors): string[] {
  const names = factorNames(removed);
  return names.length
    ? [
        `This first reset also removed ${namesText(names)}, so that only you can log in. Add them again on your account page.`,
      ]
    : [];
}

function remaining(factors: Factors): string[] {
  const names = factorNames(factors);
  return names.length
    ? [`You can still log in with ${namesText(names)}. Remove what is not yours on your account page.`]
    : [];
}

const stillReading = (usageTokens: string[]): string[] =>
  usageTokens.length
    ? [`Usage tokens can still read your usage: ${namesText(usageTokens.map((name) => `“${name}”`))}.`]
    : [];
