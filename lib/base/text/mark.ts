/** A cell of the lattice: a hash that is unknown or known to the fuzzy store, or the match that completes the tick. */
export type MarkCell = { column: number; row: number; kind: 'unknown' | 'known' | 'match' };

const ROWS = [
  ['unknown', 'unknown', 'match'],
  ['known', 'unknown', 'unknown'],
  ['unknown', 'known', 'unknown'],
] as const;

/** The mark, row by row: the lattice of the fuzzy store, in which the known cells and the match form a tick. */
export const MARK: readonly MarkCell[] = ROWS.flatMap((cells, row) =>
  cells.map((kind, column) => ({ column, row, kind })),
);

/**
 * The number of cells per side, and their measures on a grid of 16 units, so that they are sharp at 16, 32 and 48
 * pixels.
 */
export const MARK_GRID = { cells: ROWS.length, cell: 4, pitch: 6, size: 16, radius: 0.75 } as const;
