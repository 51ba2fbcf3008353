import type { SeriesLook } from './chart-data.ts';

type Stroke = {
  stroke: string;
  strokeWidth: number;
  strokeDasharray?: string;
  strokeLinecap: 'butt' | 'round';
};

/** Line and pattern of each look. The colour only repeats what the pattern shows. */
export const STROKES: Readonly<Record<SeriesLook, Stroke>> = {
  area: { stroke: 'var(--color-ink)', strokeWidth: 1.75, strokeLinecap: 'butt' },
  dashed: { stroke: 'var(--color-muted)', strokeWidth: 2, strokeDasharray: '7 4', strokeLinecap: 'butt' },
  before: { stroke: 'var(--color-line-strong)', strokeWidth: 2, strokeLinecap: 'butt' },
  forecast: { stroke: 'var(--color-ink)', strokeWidth: 2, strokeDasharray: '0.1 5', strokeLinecap: 'round' },
  dotted: { stroke: 'var(--color-red)', strokeWidth: 2.5, strokeDasharray: '0.1 5', strokeLinecap: 'round' },
};

export const LIMIT_STROKE = { stroke: 'var(--color-amber)', strokeWidth: 1.5, strokeDasharray: '14 3 3 3' };
