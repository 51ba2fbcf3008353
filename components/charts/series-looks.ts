import type { BarLook, LineLook } from './chart-data.ts';

/** The fill of each bar. Stripes and brightness repeat what the colour shows. */
export const FILLS: Readonly<Record<BarLook, string>> = {
  grey: 'bg-line-strong',
  ink: 'bg-ink',
  green: 'bg-signal',
  'green-striped': 'striped text-signal',
  red: 'bg-red',
  'red-striped': 'striped text-red',
};

/** The pattern of each line, all in the colour of text. */
export const DASHES: Readonly<Record<LineLook, string>> = { line: '', 'line-dashed': '7 4', 'line-dotted': '0.1 5' };

/** The previous period: a light bar behind, and the end of its sample. Its outline is drawn in front. */
export const BEFORE = { fill: 'bg-ink/10', end: 'border-ink' } as const;

export const LIMIT_LINE = 'border-t-2 border-dashed border-amber';
