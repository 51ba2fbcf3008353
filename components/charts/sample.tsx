import { classNames } from '#components/ui/look/class-names.ts';
import { isLine, type SeriesLook } from './chart-data.ts';
import { BEFORE, DASHES, FILLS, LIMIT_LINE } from './series-looks.ts';

/** A sample of a look, for legends. */
export function Sample({ look }: { look: SeriesLook | 'limit' | 'gap' | 'part' }) {
  if (look === 'limit') return <span aria-hidden="true" className={classNames('w-5 shrink-0', LIMIT_LINE)} />;
  if (look !== 'gap' && look !== 'part' && isLine(look))
    return (
      <svg aria-hidden="true" viewBox="0 0 28 8" className="h-2 w-7 shrink-0 text-ink">
        <line x1="2" x2="26" y1="4" y2="4" {...lineStroke(DASHES[look])} />
      </svg>
    );
  return (
    <span
      aria-hidden="true"
      className={classNames('inline-block size-3.5 shrink-0 rounded-sm forced-color-adjust-none', fillOf(look))}
    />
  );
}

function fillOf(look: Exclude<SeriesLook, `line${string}`> | 'gap' | 'part'): string {
  if (look === 'gap') return 'bg-ink/8';
  if (look === 'part') return 'hatched';
  if (look === 'before') return `border-t-2 ${BEFORE.fill} ${BEFORE.end}`;
  return FILLS[look];
}

/** The stroke of a line, the same at every size of the chart. */
export const lineStroke = (dashes: string, strokeWidth = 2) =>
  ({
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth,
    strokeDasharray: dashes,
    strokeLinecap: dashes ? 'round' : 'butt',
    vectorEffect: 'non-scaling-stroke',
  }) as const;
