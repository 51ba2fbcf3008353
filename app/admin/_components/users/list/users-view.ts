'use client';

import {
  createSerializer,
  debounce,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
  type inferParserType,
} from 'nuqs';
import { paths } from '#lib/paths.ts';
import { FIRST_PAGE as PAGE_ONE, PAGING, type PagingChange } from '../../lists/keyset-pages.ts';
import { FILTERS, SORTS } from './users-filters.ts';

const valuesOf = <V extends string>(options: readonly { value: V }[]) => options.map(({ value }) => value);

const PARSERS = {
  search: parseAsString.withDefault(''),
  status: parseAsStringLiteral(valuesOf(FILTERS.status.options)),
  admin: parseAsStringLiteral(valuesOf(FILTERS.admin.options)),
  verified: parseAsStringLiteral(valuesOf(FILTERS.verified.options)),
  subscription: parseAsStringLiteral(valuesOf(FILTERS.subscription.options)),
  sort: parseAsStringLiteral(valuesOf(SORTS)).withDefault('-created_at'),
  ...PAGING,
  /** id of the user shown beside the list */
  user: parseAsString,
};

/** The view of the list, as the URL holds it. */
export type UsersView = inferParserType<typeof PARSERS>;
export type ViewChange = { [K in keyof UsersView]?: UsersView[K] | null };

/** Clears all filters. */
export const NO_FILTERS = { search: null, status: null, admin: null, verified: null, subscription: null } as const;
export const FIRST_PAGE = { ...PAGE_ONE, user: null } as const;

const toHref = createSerializer(PARSERS);
const SEARCH_PAUSE_MS = 250;

/** The view in the URL. `go` pushes a history entry, `turn` also scrolls to the top, `href` returns the URL. */
export function useUsersView() {
  const [view, setView] = useQueryStates(PARSERS, { history: 'push' });
  return {
    view,
    go: (change: ViewChange) => void setView(change),
    turn: (change: PagingChange) => void setView({ ...change, user: null }, { scroll: true }),
    href: (change: ViewChange) => toHref(paths.admin, { ...view, ...change }),
    search: (text: string) =>
      void setView({ search: text, ...FIRST_PAGE }, { history: 'replace', limitUrlUpdates: debounce(SEARCH_PAUSE_MS) }),
  };
}

/** The filters and the sort order as query parameters of the API. */
export function filterQuery({ search, status, admin, verified, subscription, sort }: UsersView): URLSearchParams {
  const given = Object.entries({ search: search.trim(), status, admin, verified, subscription, sort });
  return new URLSearchParams(given.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** The query of `GET admin/api/users` for the current page. */
export function pageQuery(view: UsersView): string {
  const query = filterQuery(view);
  const cursor = view.after.at(-1);
  if (cursor) query.set('cursor', cursor);
  return String(query);
}
