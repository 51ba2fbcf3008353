import { createLoader, parseAsStringLiteral, type inferParserType } from 'nuqs/server';
import { PAGING } from '../../../_components/lists/keyset-pages.ts';
import { shortText } from '#components/layout/state/short-text.ts';

export const PARSERS = {
  search: shortText(600).withDefault(''),
  sort: parseAsStringLiteral(['-created_at', 'created_at', 'name', '-name']).withDefault('-created_at'),
  ...PAGING,
};

/** The view of the list, as stored in the URL. */
export type ClientsView = inferParserType<typeof PARSERS>;

/** Reads the view from a page's query. */
export const loadClientsView = createLoader(PARSERS);

/** The query of `GET admin/api/oauth2/clients` for the current page. */
export function clientsQuery({ search, sort, after }: ClientsView): string {
  const given = { search: search.trim(), sort: sort === '-created_at' ? '' : sort, cursor: after.at(-1) ?? '' };
  return String(new URLSearchParams(Object.entries(given).filter(([, value]) => value)));
}
