'use client';

import {
  createSerializer,
  debounce,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
  type inferParserType,
} from 'nuqs';
import { ATTENTIONS } from '#lib/fuzzy-keys/schema.ts';
import { paths } from '#lib/paths.ts';
import { FIRST_PAGE, PAGING, type PagingChange } from '../../../_components/lists/keyset-pages.ts';

export const SORT_FIELDS = ['description', 'email', 'rank', 'quantity'] as const;
export type SortField = (typeof SORT_FIELDS)[number];
const SORTS = ['-created_at', ...SORT_FIELDS, ...SORT_FIELDS.map((field) => `-${field}` as const)] as const;

const PARSERS = {
  search: parseAsString.withDefault(''),
  rank: parseAsInteger,
  email: parseAsStringLiteral(['with', 'without']),
  attention: parseAsStringLiteral(ATTENTIONS),
  deleted: parseAsBoolean.withDefault(false),
  sort: parseAsStringLiteral(SORTS).withDefault('-created_at'),
  ...PAGING,
  /** current page of the usage overview, which is paged separately from the list */
  busyPage: PAGING.page,
  busyAfter: PAGING.after,
  /** whether the usage overview is expanded */
  overview: parseAsBoolean.withDefault(true),
  /** description of the key whose usage is shown */
  usage: parseAsString,
};

/** The view of the list, as the URL holds it. */
export type KeysView = inferParserType<typeof PARSERS>;
export type ViewChange = { [K in keyof KeysView]?: KeysView[K] | null };

export const NO_FILTERS = { search: null, rank: null, email: null, attention: null } as const;

/** The change of the view that turns to another page of the usage overview. */
export const busyPaging = ({ page, after }: PagingChange): ViewChange => ({ busyPage: page, busyAfter: after });

/** A changed filter matches other keys, so the overview goes back to its first page. */
const settle = (change: ViewChange): ViewChange =>
  Object.keys(NO_FILTERS).some((name) => name in change) ? { ...change, ...busyPaging(FIRST_PAGE) } : change;

const toHref = createSerializer(PARSERS);
const SEARCH_PAUSE_MS = 250;
export const PAGE_SIZE = 25;

/** The view in the URL. `go` pushes a history entry, `turn` also scrolls to the top, `href` returns the URL. */
export function useKeysView() {
  const [view, setView] = useQueryStates(PARSERS, { history: 'push' });
  return {
    view,
    go: (change: ViewChange) => void setView(settle(change)),
    turn: (change: ViewChange) => void setView(change, { scroll: true }),
    href: (change: ViewChange) => toHref(paths.adminKeys, { ...view, usage: null, ...settle(change) }),
    search: (text: string) =>
      void setView(settle({ search: text, ...FIRST_PAGE }), {
        history: 'replace',
        limitUrlUpdates: debounce(SEARCH_PAUSE_MS),
      }),
  };
}

/** The query of `GET admin/api/fuzzy-keys` for the current page. */
export const pageQuery = ({ search, rank, email, attention, deleted, sort, after }: KeysView): string =>
  queryOf({ search: search.trim(), rank, email, attention, deleted: deleted || null, sort, cursor: after.at(-1) });

/** The query of `GET admin/api/usage/ranking` for the current page of the overview. */
export const rankingQuery = ({ search, rank, email, attention, busyAfter }: KeysView): string =>
  queryOf({ search: search.trim(), rank, email, attention, cursor: busyAfter.at(-1) });

function queryOf(values: Record<string, string | number | boolean | null | undefined>): string {
  const given = Object.entries(values);
  const query = new URLSearchParams({ limit: String(PAGE_SIZE) });
  for (const [name, value] of given)
    if (value !== null && value !== undefined && value !== '') query.set(name, String(value));
  return String(query);
}
