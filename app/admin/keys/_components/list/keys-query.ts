import { createLoader, parseAsBoolean, parseAsInteger, parseAsStringLiteral, type inferParserType } from 'nuqs/server';
import { ATTENTIONS } from '#lib/fuzzy-keys/schema.ts';
import { PAGING } from '../../../_components/lists/keyset-pages.ts';
import { shortText } from '#components/layout/state/short-text.ts';

export const SORT_FIELDS = ['description', 'email', 'rank', 'quantity'] as const;
export type SortField = (typeof SORT_FIELDS)[number];
const SORTS = ['-created_at', ...SORT_FIELDS, ...SORT_FIELDS.map((field) => `-${field}` as const)] as const;

export const PARSERS = {
  search: shortText(600).withDefault(''),
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
  usage: shortText(150),
};

/** The view of the list, as stored in the URL. */
export type KeysView = inferParserType<typeof PARSERS>;

/** Reads the view from a page's query. */
export const loadKeysView = createLoader(PARSERS);

export const PAGE_SIZE = 25;

/** Query keys. The key of a list ends with the list's query. */
export const KEYS = ['admin', 'fuzzy-keys'];
export const KEY_LIST = [...KEYS, 'list'];
export const KEY_RANKING = [...KEYS, 'ranking'];
export const KEY_RANKS = [...KEYS, 'ranks'];

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
