'use client';

import { createSerializer, debounce, parseAsString, useQueryStates, type inferParserType } from 'nuqs';
import { paths } from '#lib/paths.ts';
import { FIRST_PAGE, PAGING } from '../../../_components/lists/keyset-pages.ts';

const PARSERS = { search: parseAsString.withDefault(''), ...PAGING };
const SEARCH_PAUSE_MS = 250;

/** The view of the list, as the URL holds it. */
export type ClientsView = inferParserType<typeof PARSERS>;
export type ClientsChange = { [K in keyof ClientsView]?: ClientsView[K] | null };

export const EVERYTHING = { search: null, ...FIRST_PAGE } as const;

const toHref = createSerializer(PARSERS);

/** The view in the URL. `go` pushes a history entry and scrolls to the top, `href` returns the URL. */
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

/** The query of `GET admin/api/oauth2/clients` for the current page. */
export function clientsQuery({ search, after }: ClientsView): string {
  const given = { search: search.trim(), cursor: after.at(-1) ?? '' };
  return String(new URLSearchParams(Object.entries(given).filter(([, value]) => value)));
}
