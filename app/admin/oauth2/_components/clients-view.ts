'use client';

import { createSerializer, debounce, parseAsString, useQueryStates, type inferParserType } from 'nuqs';
import { paths } from '#lib/paths.ts';
import { FIRST_PAGE, PAGING } from '../../_components/keyset-pages.ts';

const PARSERS = { search: parseAsString.withDefault(''), ...PAGING };
const SEARCH_PAUSE_MS = 250;

/** What of the list is shown, as it stands in the URL. */
export type ClientsView = inferParserType<typeof PARSERS>;
export type ClientsChange = { [K in keyof ClientsView]?: ClientsView[K] | null };

export const EVERYTHING = { search: null, ...FIRST_PAGE } as const;

const toHref = createSerializer(PARSERS);

/** The view in the URL. `go` makes a new entry in the history; `href` is the address of the same change. */
export function useClientsView() {
  const [view, setView] = useQueryStates(PARSERS, { history: 'push' });
  return {
    view,
    go: (change: ClientsChange) => void setView(change, { scroll: true }),
    href: (change: ClientsChange) => toHref(paths.adminOAuth, { ...view, ...change }),
    search: (text: string) =>
      void setView({ search: text, ...FIRST_PAGE }, { history: 'replace', limitUrlUpdates: debounce(SEARCH_PAUSE_MS) }),
  };
}

/** The query of `GET admin/api/oauth2/clients` for the page that is shown. */
export function clientsQuery({ search, after }: ClientsView): string {
  const given = { search: search.trim(), cursor: after.at(-1) ?? '' };
  return String(new URLSearchParams(Object.entries(given).filter(([, value]) => value)));
}
