'use client';

import { createSerializer, debounce, useQueryStates } from 'nuqs';
import { paths } from '#lib/base/paths.ts';
import { FIRST_PAGE, type PagingChange } from '../../../_components/lists/keyset-pages.ts';
import { PARSERS, type KeysView } from './keys-query.ts';

export type ViewChange = { [K in keyof KeysView]?: KeysView[K] | null };

export const NO_FILTERS = { search: null, rank: null, email: null, attention: null } as const;

/** The change of the view that turns to another page of the usage overview. */
export const busyPaging = ({ page, after }: PagingChange): ViewChange => ({ busyPage: page, busyAfter: after });

/** A changed filter matches other keys, so the overview goes back to its first page. */
const settle = (change: ViewChange): ViewChange =>
  Object.keys(NO_FILTERS).some((name) => name in change) ? { ...change, ...busyPaging(FIRST_PAGE) } : change;

const toHref = createSerializer(PARSERS);
const SEARCH_PAUSE_MS = 250;

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
