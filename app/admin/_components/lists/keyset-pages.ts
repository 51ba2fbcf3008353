import { parseAsArrayOf, parseAsInteger } from 'nuqs/server';
import { shortText } from '#components/layout/state/short-text.ts';

/** How much of the URL the cursors may take: one has about 150 characters, or 450 after a long address. */
const LONGEST_STEPS = 600;

/** A keyset page in the URL: its number, its cursor, and the cursors of some pages before it. */
export const PAGING = {
  page: parseAsInteger.withDefault(1),
  after: parseAsArrayOf(shortText(LONGEST_STEPS), '~').withDefault([]),
};
export type Paging = { page: number; after: string[] };
export type PagingChange = { page: number | null; after: string[] | null };

export const FIRST_PAGE = { page: null, after: null } as const;
export const PAGE_SIZE = 50;
const STEPS_BACK = 10;

/** The number of the shown page. A URL without cursors is the first page, even if it has another page number. */
export const pageNumber = ({ page, after }: Paging): number => (after.length ? Math.max(2, page) : 1);

export const nextPage = (view: Paging, cursor: string | null | undefined): PagingChange | null =>
  cursor ? { page: pageNumber(view) + 1, after: newest([...view.after, cursor]) } : null;

/** The last cursors that fit into the URL. */
function newest(cursors: string[]): string[] {
  const kept = cursors.slice(-STEPS_BACK);
  while (kept.length > 1 && kept.join('~').length > LONGEST_STEPS) kept.shift();
  return kept;
}

/** The page before if its cursor is in the URL, else the first page; null on the first page. */
export function previousPage(view: Paging): PagingChange | null {
  if (!view.after.length) return null;
  if (view.after.length === 1) return FIRST_PAGE;
  return { page: pageNumber(view) - 1, after: view.after.slice(0, -1) };
}
