import type { SeriesLook } from './chart-data.ts';
import { LIMIT_STROKE, STROKES } from './series-looks.ts';

/** A short sample of a line, for legends. */
export function LineSample({ look }: { look: SeriesLook | 'limit' }) {
  const stroke = look === 'limit' ? LIMIT_STROKE : STROKES[look];
  return (
    <svg aria-hidden="true" viewBox="0 0 28 8" className="h-2 w-7 shrink-0">
      {look === 'area' && <rect y="4" width="28" height="4" fill="var(--color-ink)" fillOpacity={0.06} />}
      <line x1="2" x2="26" y1="4" y2="4" {...stroke} />
    </svg>
  );
}
