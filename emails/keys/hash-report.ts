import type { MailParts } from '#emails/parts/mail-parts.ts';
import { countOf, customerDay } from '#lib/base/text/format.ts';

export type HashReportProps = {
  state: 'removed' | 'gone' | 'kept' | 'asked';
  digest: string;
  /** the desk's reason or question */
  text: string | null;
  /** each host, and when it removed the hash, in ISO 8601 and UTC */
  hosts: readonly { server: string; removedAt: string }[];
  /** until when no host learns it again, in ISO 8601 and UTC; null: it is not refused */
  until: string | null;
  url: string;
  supportMail: string;
};
export const sample: HashReportProps = {
  state: 'removed',
  digest: '589bff398e'.padEnd(128, '0'),
  text: null,
  hosts: [
    { server: 'fuzzy1', removedAt: '2026-11-29T14:01:58.000Z' },
    { server: 'fuzzy2', removedAt: '2026-11-29T14:02:11.000Z' },
  ],
  until: '2027-11-29T14:01:40.000Z',
  url: 'https://premium.rspamd.example/reports',
  supportMail: 'support@rspamd.example',
};

/** Sent when the desk has answered a report of a hash: all hosts removed it, it stays, or there is a question. */
export function hashReport({ state, digest, text, hosts, until, url, supportMail }: HashReportProps): MailParts {
  const name = digest.slice(0, 10);
  const stays = until === null ? [] : [`No host will learn it again before ${customerDay(new Date(until))}.`];
  const common = { action: { label: 'See your reports', url }, outro: [`Questions? Write to ${supportMail}.`] };
  const hash = ['Hash', digest] as const;
  switch (state) {
    case 'removed':
      return {
        ...common,
        subject: `Hash ${name} was removed`,
        preheader: `From ${hosts.length} of ${countOf(hosts.length, 'host')}, ${timeOf(hosts.at(-1)?.removedAt)}.`,
        heading: 'The hash you reported is gone',
        intro: ['Each of our storage hosts has removed it.', ...stays],
        figures: [hash, ...hosts.map(({ server, removedAt }) => [server, timeOf(removedAt)] as const)],
      };
    case 'gone':
      return {
        ...common,
        subject: `Hash ${name} is on none of our hosts`,
        preheader: 'It was gone before it was to be removed.',
        heading: 'The hash you reported is gone',
        intro: ['None of our storage hosts had it any more.', ...stays],
        figures: [hash],
      };
    case 'kept':
      return {
        ...common,
        subject: `Hash ${name} stays on the list`,
        preheader: 'Your report was read. This is the reason.',
        heading: 'The hash stays',
        intro: [`The reason: ${text ?? ''}`],
        figures: [hash],
      };
    case 'asked':
      return {
        ...common,
        subject: `A question about hash ${name}`,
        preheader: 'Your report waits for your answer.',
        heading: 'A question about your report',
        intro: [text ?? '', 'Please answer on the page of your reports.'],
        figures: [hash],
        action: { label: 'Answer', url },
      };
  }
}

/** `29 November 2026, 14:02:11 UTC`: to the second, because this is the proof. */
const timeOf = (iso = '') => (iso ? `${customerDay(new Date(iso))}, ${iso.slice(11, 19)} UTC` : '');
