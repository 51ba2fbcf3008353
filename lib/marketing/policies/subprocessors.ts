import { SUBPROCESSOR_NOTICE_DAYS } from '#lib/base/promises.ts';
import type { LegalFacts } from '#lib/base/settings/legal.ts';
import { nameOfCountry } from '#lib/base/settings/legal-settings.ts';
import type { Policy } from './policy.ts';

export const subprocessors = ({ subprocessors: entries, privacyMail }: LegalFacts): Policy => ({
  title: 'Subprocessors',
  lead: 'The companies that process data for us: what for, which data, where, and since when.',
  dated: null,
  sections: [
    {
      title: 'Changes',
      paragraphs: [
        `A new entry is listed here at least ${SUBPROCESSOR_NOTICE_DAYS} days before the day on which it begins, and every customer with a running subscription gets an email when it is added. Write to ${privacyMail} if you object.`,
        ...(entries.length ? [] : ['At present the list has no entry.']),
      ],
    },
    ...entries.map(({ name, purpose, data, country, basis, from }) => ({
      title: name,
      facts: [
        { name: 'What for', text: purpose },
        { name: 'Which data', text: data },
        { name: 'Country', text: nameOfCountry(country) },
        { name: 'Transfer', text: basis },
        { name: 'From', text: from },
      ],
    })),
  ],
});
