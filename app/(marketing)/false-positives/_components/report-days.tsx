import { countOf } from '#lib/base/text/format.ts';
import type { FiguresView } from '#lib/hash-reports/views.ts';

type Days = FiguresView['days'];

const HEIGHT = 96;
const STEP = 8;
const BAR = 6;

/** Reports by day as bars, the removed part of them filled, and the same as a table. Needs no script. */
export function ReportDays({ days }: { days: Days }) {
  const most = Math.max(1, ...days.map(({ reports }) => reports));
  const high = (count: number) => (count / most) * (HEIGHT - 2);
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  const used = days.filter(({ reports }) => reports > 0);
  return (
    <figure aria-labelledby="days">
      <figcaption className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-small">
        <span id="days" className="font-medium">
          Reports by day
        </span>
        <span className="flex gap-x-5 text-muted">
          <span>
            <span aria-hidden="true" className="mr-2 inline-block size-3 border border-ink" />
            reported
          </span>
          <span>
            <span aria-hidden="true" className="mr-2 inline-block size-3 border border-ink bg-ink" />
            of them removed
          </span>
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${countOf(used.length, 'day')} with reports, at most ${countOf(most, 'report')} a day`}
        className="h-24 w-full border-b"
      >
        {days.map(({ date, reports, removed }, n) => (
          <g key={date} transform={`translate(${n * STEP + 1} 0)`}>
            {reports > 0 && (
              <rect
                x={0}
                y={HEIGHT - high(reports)}
                width={BAR}
                height={high(reports)}
                className="fill-paper stroke-ink"
                vectorEffect="non-scaling-stroke"
              />
            )}
            {removed > 0 && (
              <rect x={0} y={HEIGHT - high(removed)} width={BAR} height={high(removed)} className="fill-ink" />
            )}
          </g>
        ))}
      </svg>
      <p className="mt-2 flex justify-between font-mono text-label text-muted">
        <time dateTime={first}>{first}</time>
        <span>at most {most} a day</span>
        <time dateTime={last}>{last}</time>
      </p>
      <details className="mt-4 text-small">
        <summary className="inline-block py-1 underline underline-offset-4">Days with reports as a table</summary>
        <table className="mt-3 w-full max-w-md tabular-nums">
          <thead className="text-left text-muted">
            <tr className="border-b">
              <th scope="col" className="py-2 font-normal">
                Day
              </th>
              <th scope="col" className="py-2 text-right font-normal">
                Reported
              </th>
              <th scope="col" className="py-2 text-right font-normal">
                Removed
              </th>
            </tr>
          </thead>
          <tbody>
            {used.map(({ date, reports, removed }) => (
              <tr key={date} className="border-b">
                <th scope="row" className="py-2 text-left font-mono font-normal">
                  {date}
                </th>
                <td className="py-2 text-right">{reports}</td>
                <td className="py-2 text-right">{removed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
