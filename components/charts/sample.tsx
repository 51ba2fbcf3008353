import { classNames } from '#components/ui/look/class-names.ts';
import { isLine, type SeriesLook } from './chart-data.ts';
import { COLORS, STRIPED, STROKES } from './series-looks.ts';

/** A sample of a look, for legends. */
export function Sample({ look }: { look: SeriesLook | 'limit' | 'gap' | 'part' }) {
  if (look === 'limit' || isLine(look))
    return (
      <svg aria-hidden="true" viewBox="0 0 28 8" className="h-2 w-7 shrink-0">
        <line x1="2" x2="26" y1="4" y2="4" {...STROKES[look]} />
      </svg>
    );
  const isArea = look === 'gap' || look === 'part' || look === 'before';
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-block size-3.5 shrink-0 rounded-sm forced-color-adjust-none',
        isArea ? AREAS[look] : STRIPED.includes(look) ? 'striped' : 'bg-current',
      )}
      style={isArea ? undefined : { color: COLORS[look] }}
    />
  );
}

const AREAS = { gap: 'bg-ink/8', part: 'hatched', before: 'border-t-2 border-ink bg-ink/10' } as const;
