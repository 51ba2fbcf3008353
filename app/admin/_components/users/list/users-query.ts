import { createLoader, parseAsStringLiteral, type inferParserType } from 'nuqs/server';
import { PAGING } from '../../lists/keyset-pages.ts';
import { FILTERS, SORTS } from './users-filters.ts';
import { shortText } from '#components/layout/state/short-text.ts';

const valuesOf = <V extends string>(options: readonly { value: V }[]) => options.map(({ value }) => value);

export const PARSERS = {
  search: shortText(600).withDefault(''),
  status: parseAsStringLiteral(valuesOf(FILTERS.status.options)),
  admin: parseAsStringLiteral(valuesOf(FILTERS.admin.options)),
  verified: parseAsStringLiteral(valuesOf(FILTERS.verified.options)),
  subscription: parseAsStringLiteral(valuesOf(FILTERS.subscription.options)),
  sort: parseAsStringLiteral(valuesOf(SORTS)).withDefault('-created_at'),
  ...PAGING,
  /** id of the user shown beside the list */
  user: shortText(100),
};

/** The view of the list, as stored in the URL. */
export type UsersView = inferParserType<typeof PARSERS>;

/** Reads the view from a page's query. */
export const loadUsersView = createLoader(PARSERS);

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
