import { exactNumber } from '#components/ui/data/number-text.ts';
import { spanText } from '#lib/base/text/format.ts';
import type { FiguresView } from '#lib/hash-reports/views.ts';
import { ReportDays } from './report-days.tsx';

/** What became of the reports of all customers, as numbers and by day; null if they could not be read. */
export function ReportFigures({ figures }: { figures: FiguresView | null }) {
  if (figures === null) return <p className="border-t pt-6">The figures are not available right now.</p>;
  return (
    <div className="space-y-10">
      <dl className="grid grid-cols-2 gap-x-6 border-y py-2 lg:grid-cols-4">
        {numbersOf(figures).map(({ name, value }) => (
          <div key={name} className="flex flex-col-reverse justify-end py-3">
            <dt className="text-small text-muted">{name}</dt>
            <dd className="font-mono text-heading font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="space-y-4">
        {figures.reports === 0 ? (
          <p>No customer has reported a hash in the last 90 days.</p>
        ) : (
          <ReportDays days={figures.days} />
        )}
        <p className="flex flex-wrap gap-x-6 gap-y-2 text-small">
          <Link href="/api/report-figures">JSON</Link>
          <Link href="/api/report-figures?format=csv">As a CSV file</Link>
        </p>
      </div>
    </div>
  );
}

const Link = ({ href, children }: { href: string; children: string }) => (
  <a href={href} className="inline-block py-1 underline underline-offset-4 hover:text-signal">
    {children}
  </a>
);

function numbersOf({ reports, answered, median_seconds: median, share_removed: share }: FiguresView) {
  return [
    { name: 'reports in 90 days', value: exactNumber(reports) },
    { name: 'of them answered', value: exactNumber(answered) },
    { name: 'median time to the answer', value: median === null ? '–' : spanText(median) },
    { name: 'removed, of those judged', value: share === null ? '–' : `${Math.round(share * 100)}%` },
  ];
}
