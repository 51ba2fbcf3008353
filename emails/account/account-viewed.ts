import type { MailParts } from '#emails/parts/mail-parts.ts';
import { customerTime } from '#lib/base/text/format.ts';

/** `from` and `until` are ISO 8601. */
export type AccountViewedProps = {
  /** the name of the account, or the address of its first owner */
  account: string;
  from: string;
  until: string;
  reason: string;
  supportMail: string;
};
export const sample: AccountViewedProps = {
  account: 'Example',
  from: '2026-11-21T10:00:00.000Z',
  until: '2026-11-21T10:15:00.000Z',
  reason: 'Your question about missing hits, ticket 1234',
  supportMail: 'support@premium.example',
};

/** Sent to the owner when an admin starts to view the account as the owner sees it. */
export const accountViewed = ({ account, from, until, reason, supportMail }: AccountViewedProps): MailParts => ({
  subject: 'Our support is viewing your account',
  preheader: 'They see your pages for at most 15 minutes, and cannot change anything.',
  heading: 'Our support is viewing your account',
  intro: [
    'Our support opened the dashboard, usage, setup, plan and account pages, to see what you see. They cannot change anything, and see no password, private key, card or invoice.',
  ],
  figures: [
    ['Account', account],
    ['Reason', reason],
    ['From', customerTime(new Date(from))],
    ['At most until', customerTime(new Date(until))],
  ],
  outro: [`Didn’t expect this? Write to ${supportMail}.`],
});
