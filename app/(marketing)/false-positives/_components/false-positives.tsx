import { PageHeader } from '#components/ui/navigation/page-header.tsx';
import { paths } from '#lib/base/paths.ts';
import type { FiguresView } from '#lib/hash-reports/views.ts';
import { ReportFigures } from './report-figures.tsx';

export const TITLE = 'False positives';
export const LEAD = 'What customers reported as wrongly matched in the last 90 days, and what became of it.';

const STEPS = [
  {
    name: 'A customer asks',
    text: 'A customer pastes a header, a line of the log or a hash, and sees which of our storage hosts store it.',
  },
  {
    name: 'A person judges',
    text: 'Each report is judged by a person, who has the hash removed, keeps it and says why, or asks back.',
  },
  {
    name: 'Every host removes',
    text: 'Every storage host is asked again until it says that the hash is gone. The customer sees when each of them did.',
  },
  {
    name: 'It stays off the lists',
    text: 'No storage host learns a removed hash again for a year.',
  },
];

/** The public page about reports: figures, how a report is handled, and what the figures do not say. */
export function FalsePositives({ figures }: { figures: FiguresView | null }) {
  return (
    <div className="page public-page">
      <PageHeader title={TITLE} description={LEAD} />
      <ReportFigures figures={figures} />
      <section aria-labelledby="handling" className="mt-16 border-t pt-10">
        <h2 id="handling" className="text-heading font-semibold tracking-tight">
          How a report is handled
        </h2>
        <ol className="mt-6 grid gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
          {STEPS.map(({ name, text }) => (
            <li key={name}>
              <h3 className="font-medium">{name}</h3>
              <p className="mt-1 text-muted">{text}</p>
            </li>
          ))}
        </ol>
        <p className="mt-8">
          <a href={paths.reports} className="inline-block py-1 font-medium underline underline-offset-4">
            Report a hash
          </a>
        </p>
      </section>
      <section aria-labelledby="limits" className="mt-12 border-t pt-10">
        <h2 id="limits" className="text-title font-semibold">
          What the figures do not say
        </h2>
        <p className="mt-3 max-w-measure text-muted">
          They count reports, not messages. A wrong match that no customer reports is missing from them, so they are no
          rate of false positives.
        </p>
      </section>
    </div>
  );
}
