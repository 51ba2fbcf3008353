import { parseAsArrayOf, parseAsInteger, parseAsString } from 'nuqs';

/** Where in a list that is read by cursor one is, as it stands in the URL. */
export const PAGE_PARSERS = {
  page: parseAsInteger.withDefault(1),
  /** the cursors that led here: of the page that is shown, and of some before it */
  after: parseAsArrayOf(parseAsString, '~').withDefault([]),
};
type Place = { page: number; after: string[] };

/** So many steps back are remembered: a cursor has about 150 characters, and an address should stay short. */
const STEPS_BACK = 10;
const FIRST = { page: null, after: null } as const;

/** Which of the pages is shown; an address without cursors is the first, whatever its number. */
export const pageNumber = ({ page, after }: Place): number => (after.length ? Math.max(2, page) : 1);

export const nextPage = (place: Place, cursor: string | null): Place | null =>
  cursor === null ? null : { page: pageNumber(place) + 1, after: [...place.after, cursor].slice(-STEPS_BACK) };

/** One page back while its cursor is remembered, else the first. */
export function previousPage(place: Place): Place | typeof FIRST | null {
  if (!place.after.length) return null;
  if (place.after.length === 1) return FIRST;
  return { page: pageNumber(place) - 1, after: place.after.slice(0, -1) };
}
