'use client';

import type { ChartSeries } from './chart-data.ts';
import { Sample } from './sample.tsx';

type LegendProps = {
  series: readonly ChartSeries[];
  hidden: readonly string[];
  onToggle: (name: string) => void;
  hasLimit: boolean;
  hasGaps: boolean;
  hasParts: boolean;
};

/** The chart's legend, in which a press hides or shows a series. */
export function Legend({ series, hidden, onToggle, hasLimit, hasGaps, hasParts }: LegendProps) {
  return (
    <ul aria-label="Series" className="-ml-2 flex flex-wrap items-center gap-x-1 text-small">
      {series.map(({ name, label, look }) => (
        <li key={name}>
          <button
            type="button"
            aria-pressed={!hidden.includes(name)}
            onClick={() => onToggle(name)}
            className="flex h-8 items-center gap-2 rounded-md px-2 hover:bg-sunken aria-[pressed=false]:text-muted aria-[pressed=false]:line-through"
          >
            <Sample look={look} />
            {label}
          </button>
        </li>
      ))}
      {hasLimit && (
        <li className="flex h-8 items-center gap-2 px-2 text-muted">
          <Sample look="limit" />
          Limit
        </li>
      )}
      {hasGaps && (
        <li className="flex h-8 items-center gap-2 px-2 text-muted">
          <Sample look="gap" />
          No reports
        </li>
      )}
      {hasParts && (
        <li className="flex h-8 items-center gap-2 px-2 text-muted">
          <Sample look="part" />
          Incomplete
        </li>
      )}
    </ul>
  );
}
