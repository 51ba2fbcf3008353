'use client';

import {
  createSerializer,
  debounce,
  parseAsArrayOf,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
  type inferParserType,
} from 'nuqs';
import { paths } from '#lib/paths.ts';
import { FILTERS, SORTS } from './users-filters.ts';

const valuesOf = <V extends string>(options: readonly { value: V }[]) => options.map(({ value }) => value);

const PARSERS = {
  search: parseAsString.withDefault(''),
  status: parseAsStringLiteral(valuesOf(FILTERS.status.options)),
  admin: parseAsStringLiteral(valuesOf(FILTERS.admin.options)),
  verified: parseAsStringLiteral(valuesOf(FILTERS.verified.options)),
  subscription: parseAsStringLiteral(valuesOf(FILTERS.subscription.options)),
  sort: parseAsStringLiteral(valuesOf(SORTS)).withDefault('-created_at'),
  page: parseAsInteger.withDefault(1),
  /** the cursors that led here: of the page that is shown, and of some before it */
  after: parseAsArrayOf(parseAsString, '~').withDefault([]),
  /** who is opened beside the list */
  user: parseAsString,
};

/** What of the list is shown, as it stands in the URL. */
export type UsersView = inferParserType<typeof PARSERS>;
export type ViewChange = { [K in keyof UsersView]?: UsersView[K] | null };

/** The first page of everybody. */
export const NO_FILTERS = { search: null, status: null, admin: null, verified: null, subscription: null } as const;
export const FIRST_PAGE = { page: null, after: null, user: null } as const;

const toHref = createSerializer(PARSERS);
const SEARCH_PAUSE_MS = 250;
/** So many steps back are remembered: a cursor has about 150 characters, and an address should stay short. */
const STEPS_BACK = 10;
export const PAGE_SIZE = 50;

/** The view in the URL. `go` makes a new entry in the history, `turn` a page that begins at its top; `href` is the address of the same change. */
export function useUsersView() {
  const [view, setView] = useQueryStates(PARSERS, { history: 'push' });
  return {
    view,
    go: (change: ViewChange) => void setView(change),
    turn: (change: ViewChange) => void setView(change, { scroll: true }),
    href: (change: ViewChange) => toHref(paths.admin, { ...view, ...change }),
    search: (text: string) =>
      void setView({ search: text, ...FIRST_PAGE }, { history: 'replace', limitUrlUpdates: debounce(SEARCH_PAUSE_MS) }),
  };
}

/** The filters and the order as the calls take them. */
export function filterQuery({ search, status, admin, verified, subscription, sort }: UsersView): URLSearchParams {
  const given = Object.entries({ search: search.trim(), status, admin, verified, subscription, sort });
  return new URLSearchParams(given.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** The query of `GET admin/api/users` for the page that is shown. */
export function pageQuery(view: UsersView): string {
  const query = filterQuery(view);
  const cursor = view.after.at(-1);
  if (cursor) query.set('cursor', cursor);
  return String(query);
}

/** Which of the pages is shown; an address without cursors is the first, whatever its number. */
export const pageNumber = ({ page, after }: UsersView): number => (after.length ? Math.max(2, page) : 1);

export const nextPage = (view: UsersView, cursor: string | null): ViewChange | null =>
  cursor === null
    ? null
    : { page: pageNumber(view) + 1, after: [...view.after, cursor].slice(-STEPS_BACK), user: null };

/** One page back while its cursor is remembered, else the first. */
export function previousPage(view: UsersView): ViewChange | null {
  if (!view.after.length) return null;
  if (view.after.length === 1) return FIRST_PAGE;
  return { page: pageNumber(view) - 1, after: view.after.slice(0, -1), user: null };
}
