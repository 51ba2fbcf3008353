/** Data of the hero's drawing: a message, six of its shingles, and which of them the fuzzy store knows. */
export const MESSAGE = [
  'Dear customer, your parcel is waiting.',
  'Confirm the delivery fee of 1.99 now:',
  'https://parcel-fee.example',
];

export const SHINGLES: readonly { words: string; hash: string; cell: { column: number; row: number } | null }[] = [
  { words: 'dear customer your', hash: '5c0e91', cell: { column: 3, row: 2 } },
  { words: 'customer your parcel', hash: 'a83f2b', cell: { column: 1, row: 3 } },
  { words: 'your parcel is', hash: '17d4e5', cell: null },
  { words: 'parcel is waiting', hash: 'e2096f', cell: { column: 2, row: 6 } },
  { words: 'is waiting confirm', hash: '3bb870', cell: { column: 5, row: 8 } },
  { words: 'waiting confirm the', hash: 'c64a1d', cell: { column: 0, row: 11 } },
];

export const STORE = { columns: 6, rows: 12 };
