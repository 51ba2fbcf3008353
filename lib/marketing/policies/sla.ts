import type { LegalFacts } from '#lib/base/settings/legal.ts';
import { site } from '#lib/base/settings/site.ts';
import type { Policy } from './policy.ts';

/** The seller's general SLA; null if there is none. */
export const sla = ({ sla: text, name }: LegalFacts): Policy | null =>
  text && {
    title: 'Service level agreement',
    lead: `What ${name} promises about the availability of ${site.name}, and what you get if it is missed.`,
    dated: { version: text.version },
    sections: [
      { title: 'Who has it', paragraphs: [text.applies] },
      { title: 'What is measured', paragraphs: text.definition },
      { title: 'What does not count', paragraphs: text.exclusions },
      { title: 'Credits', facts: text.credits.map(({ reached, credit }) => ({ name: reached, text: credit })) },
      { title: 'How to ask for a credit', paragraphs: [text.claim] },
    ],
  };
