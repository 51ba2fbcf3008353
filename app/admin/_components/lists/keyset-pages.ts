import { parseAsArrayOf, parseAsInteger, parseAsString } from 'nuqs/server';

/** A keyset page in the URL: its number, its cursor, and the cursors of some pages before it. */
export const PAGING = {
  page: parseAsInteger.withDefault(1),
  after: parseAsArrayOf(parseAsString, '~').withDefault([]),
};
export type Paging = { page: number; after: string[] };
export type PagingChange = { page: number | null; after: string[] | null };

export const FIRST_PAGE = { page: null, after: null } as const;
export const PAGE_SIZE = 50;
/** How many cursors the URL keeps: a cursor has about 150 characters, and the URL should stay short. */
const STEPS_BACK = 10;

/** The number of the shown page. A URL without cursors is the first page, even if it has another page number. */
export const pageNumber = ({ page, after }: Paging): number => (after.length ? Math.max(2, page) : 1);

export const nextPage = (view: Paging, cursor: string | null | undefined): PagingChange | null =>
  cursor ? { page: pageNumber(view) + 1, after: [...view.after, cursor].slice(-STEPS_BACK) } : null;

/** The page before if its cursor is in the URL, else the first page; null on the first page. */
export function previousPage(view: Paging): PagingChange | null {
  if (!view.after.length) return null;
  if (view.after.length === 1) return FIRST_PAGE;
  return { page: pageNumber(view) - 1, after: view.after.slice(0, -1) };
}
