import type { MailParts } from '#emails/parts/mail-parts.ts';

export type SubprocessorAddedProps = {
  name: string;
  purpose: string;
  data: string;
  country: string;
  basis: string;
  /** the first day: 2027-01-31 */
  from: string;
  url: string;
  privacyMail: string;
};
export const sample: SubprocessorAddedProps = {
  name: 'Racks',
  purpose: 'Runs the servers of this site',
  data: 'All data that this site stores',
  country: 'Finland',
  basis: 'Adequacy decision',
  from: '2027-01-31',
  url: 'https://premium.example/subprocessors',
  privacyMail: 'privacy@premium.example',
};

/** Sent once to every customer with a live subscription when a company will process data for the seller. */
export const subprocessorAdded = ({ url, privacyMail, from, ...entry }: SubprocessorAddedProps): MailParts => ({
  subject: `From ${from}, ${entry.name} processes data for us`,
  preheader: 'You need to do nothing, unless you object.',
  heading: 'A new subprocessor',
  intro: [`From ${from} on, another company processes data for us. Until then, nothing changes.`],
  figures: [
    ['Company', entry.name],
    ['What for', entry.purpose],
    ['Which data', entry.data],
    ['Country', entry.country],
    ['Transfer', entry.basis],
  ],
  action: { label: 'See all subprocessors', url },
  outro: [`You need to do nothing. If you object, write to ${privacyMail} before ${from}.`],
});
