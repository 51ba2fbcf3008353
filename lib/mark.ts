/** A cell of the lattice: a hash that the fuzzy store does not know, one that it knows, or the match that completes the tick. */
export type MarkCell = { column: number; row: number; kind: 'unknown' | 'known' | 'match' };

const ROWS = [
  ['unknown', 'unknown', 'match'],
  ['known', 'unknown', 'unknown'],
  ['unknown', 'known', 'unknown'],
] as const;

/** The mark: the lattice of the fuzzy store, in which what is known forms a tick. Row by row. */
export const MARK: readonly MarkCell[] = ROWS.flatMap((cells, row) =>
  cells.map((kind, column) => ({ column, row, kind })),
);

/** Cells a side, and the measures of a cell on a grid of 16, so that it is sharp at 16, 32 and 48 pixels. */
export const MARK_GRID = { cells: ROWS.length, cell: 4, pitch: 6, size: 16, radius: 0.75 } as const;
