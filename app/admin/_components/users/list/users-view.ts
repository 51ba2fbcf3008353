'use client';

import { createSerializer, debounce, useQueryStates } from 'nuqs';
import { paths } from '#lib/base/paths.ts';
import { FIRST_PAGE as PAGE_ONE, type PagingChange } from '../../lists/keyset-pages.ts';
import { PARSERS, type UsersView } from './users-query.ts';

export type ViewChange = { [K in keyof UsersView]?: UsersView[K] | null };

/** The change of the view that clears all filters. */
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
    /** Shows another row beside the list, without a history entry for each. */
    follow: (user: string) => void setView({ user }, { history: 'replace' }),
    turn: (change: PagingChange) => void setView({ ...change, user: null }, { scroll: true }),
    href: (change: ViewChange) => toHref(paths.admin, { ...view, ...change }),
    search: (text: string) =>
      void setView({ search: text, ...FIRST_PAGE }, { history: 'replace', limitUrlUpdates: debounce(SEARCH_PAUSE_MS) }),
  };
}
