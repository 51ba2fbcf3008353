'use client';

import type { DrawnSeries } from './chart-data.ts';
import { LineSample } from './line-sample.tsx';

type LegendProps = {
  series: readonly DrawnSeries[];
  hidden: readonly string[];
  onToggle: (name: string) => void;
  hasLimit: boolean;
  hasGaps: boolean;
  hasParts: boolean;
};

/** The chart's legend, in which a press hides or shows a series. */
export function Legend({ series, hidden, onToggle, hasLimit, hasGaps, hasParts }: LegendProps) {
  return (
    <ul aria-label="Lines" className="-mx-2 flex flex-wrap items-center gap-x-1 text-small">
      {series.map(({ name, label, look }) => (
        <li key={name}>
          <button
            type="button"
            aria-pressed={!hidden.includes(name)}
            onClick={() => onToggle(name)}
            className="flex h-8 items-center gap-2 rounded-md px-2 hover:bg-sunken aria-[pressed=false]:text-muted aria-[pressed=false]:line-through"
          >
            <LineSample look={look} />
            {label}
          </button>
        </li>
      ))}
      {hasLimit && (
        <li className="flex h-8 items-center gap-2 px-2 text-muted">
          <LineSample look="limit" />
          Limit
        </li>
      )}
      {hasGaps && (
        <li className="flex h-8 items-center gap-2 px-2 text-muted">
          <span aria-hidden="true" className="h-3.5 w-5 rounded-sm bg-ink/8 forced-colors:border" />
          No reports
        </li>
      )}
      {hasParts && (
        <li className="flex h-8 items-center gap-2 px-2 text-muted">
          <span aria-hidden="true" className="h-3.5 w-5 rounded-sm hatched forced-colors:border" />
          Incomplete
        </li>
      )}
    </ul>
  );
}
