/** What the hero's drawing shows: a message, six of its shingles, and which of them the store knows. */
export const MESSAGE = [
  'Dear customer, your parcel is waiting.',
  'Confirm the delivery fee of 1.99 now:',
  'https://parcel-fee.example',
];

export const SHINGLES: readonly { words: string; hash: string; cell: { column: number; row: number } | null }[] = [
  { words: 'dear customer your', hash: '5c0e91d7', cell: { column: 3, row: 0 } },
  { words: 'customer your parcel', hash: 'a83f2b60', cell: { column: 1, row: 2 } },
  { words: 'your parcel is', hash: '17d4e5c9', cell: null },
  { words: 'parcel is waiting', hash: 'e2096fa1', cell: { column: 2, row: 5 } },
  { words: 'is waiting confirm', hash: '3bb8704e', cell: { column: 5, row: 7 } },
  { words: 'waiting confirm the', hash: 'c64a1df2', cell: { column: 0, row: 9 } },
];

export const STORE = { columns: 6, rows: 11 };
