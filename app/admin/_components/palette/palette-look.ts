/** What the palette and its first moment, before its code has loaded, have in common. */
export const PALETTE_NAME = 'Go to a page, user or key';
export const PALETTE_INPUT =
  'h-13 w-full rounded-t-md border-b bg-transparent px-4 text-base -outline-offset-2 placeholder:text-muted placeholder:opacity-100';
