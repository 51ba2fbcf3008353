'use client';

import { createSerializer, debounce, useQueryStates } from 'nuqs';
import { paths } from '#lib/base/paths.ts';
import { FIRST_PAGE } from '../../../_components/lists/keyset-pages.ts';
import { PARSERS, type ClientsView } from './clients-query.ts';

const SEARCH_PAUSE_MS = 250;

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
