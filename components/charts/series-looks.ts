import type { BarLook, LineLook } from './chart-data.ts';

/** The colour of each bar. Stripes and brightness repeat what the colour shows. */
export const COLORS: Readonly<Record<BarLook, string>> = {
  grey: 'var(--color-line-strong)',
  ink: 'var(--color-ink)',
  'ink-striped': 'var(--color-ink)',
  green: 'var(--color-signal)',
  'green-striped': 'var(--color-signal)',
  red: 'var(--color-red)',
  'red-striped': 'var(--color-red)',
};
export const STRIPED: readonly BarLook[] = ['ink-striped', 'green-striped', 'red-striped'];

/** A round end shows a single value between two gaps as a dot. */
const LINE = { stroke: 'var(--color-ink)', strokeWidth: 2, strokeLinecap: 'round' } as const;
type Stroke = Partial<Record<'stroke' | 'strokeDasharray', string>> & {
  strokeWidth: number;
  strokeLinecap?: 'round';
};

/** Lines, of which the pattern shows which series they are, and the previous period's outline. */
export const STROKES: Readonly<Record<LineLook | 'before' | 'limit', Stroke>> = {
  line: LINE,
  'line-dashed': { ...LINE, strokeDasharray: '7 4' },
  'line-dotted': { ...LINE, strokeDasharray: '0.1 5' },
  before: { stroke: 'var(--color-ink)', strokeWidth: 1.25 },
  limit: { stroke: 'var(--color-amber)', strokeWidth: 2, strokeDasharray: '6 4' },
};
