import { MARK, MARK_GRID, type MarkCell } from '#lib/base/text/mark.ts';

/**
 * The look of the last cell: a match (the logo), no match (the 404 page), or the state of a key. `empty` is a lattice
 * without known cells.
 */
export type MarkState = 'match' | 'none' | 'empty' | 'waiting' | 'working' | 'silent';

const TINT = 'fill-line-strong opacity-40';
const HOLLOW = 'fill-none stroke-line-strong';
const MATCH: Readonly<Record<MarkState, string>> = {
  match: 'fill-signal',
  none: HOLLOW,
  empty: TINT,
  waiting: `${HOLLOW} motion-safe:animate-pulse`,
  working: 'fill-signal',
  silent: 'fill-amber',
};

/** The mark: a lattice of fuzzy hashes. The known cells form a tick, and the matching cell completes it. */
export function Mark({ state = 'match', className }: { state?: MarkState; className?: string }) {
  const { size } = MARK_GRID;
  return (
    <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true" data-mark={state} className={className}>
      {MARK.map((cell) => (
        <Cell key={`${cell.column} ${cell.row}`} cell={cell} look={lookOf(cell, state)} />
      ))}
    </svg>
  );
}

const lookOf = ({ kind }: MarkCell, state: MarkState): string => {
  if (kind === 'match') return MATCH[state];
  return kind === 'known' && state !== 'empty' ? 'fill-ink' : TINT;
};

/** A hollow cell is drawn inside its square, so that its outline ends where a filled cell does. */
function Cell({ cell: { column, row }, look }: { cell: MarkCell; look: string }) {
  const { cell: size, pitch, radius } = MARK_GRID;
  const inset = look.includes(HOLLOW) ? 0.5 : 0;
  return (
    <rect
      x={column * pitch + inset}
      y={row * pitch + inset}
      width={size - 2 * inset}
      height={size - 2 * inset}
      rx={radius}
      className={look}
    />
  );
}
