'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { debounce, useQueryStates } from 'nuqs';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import type { Change, List, Parsers, ViewOf, Words } from './define-list.ts';
import { useSettled } from './use-settled.ts';

const SEARCH_PAUSE_MS = 250;

/** Reads and changes the view of a list in the URL, and asks for its page. Shows a page until the next one arrives. */
export function useList<P extends Parsers, D>(
  list: List<P>,
  ask: (query: URLSearchParams) => Promise<D>,
  { refetchInterval = false }: { refetchInterval?: number | false } = {},
) {
  type View = ViewOf<P>;
  const states = useQueryStates(list.parsers, { history: 'push' });
  // The types of nuqs say no more of a list that is not known yet.
  const [view, set] = states as unknown as [View & { search?: string }, (change: object, how?: object) => unknown];
  const go = (change: Change<View>) => void set(list.settled(change));
  const href = (change: Change<View>) => list.href(view, change);
  const query = useSettled(list.pageQuery(view), view.search ?? '');
  const answer = useQuery({
    queryKey: [...list.key, query],
    queryFn: () => asAdmin(ask(new URLSearchParams(query))),
    placeholderData: keepPreviousData,
    refetchInterval,
  });
  const way = (change: Change<View>) => ({ href: href(change), onNavigate: () => go(change) });
  const isFiltered = list.isFiltered(view);
  return {
    view: view as View,
    /** the query of the shown page */
    query,
    answer,
    /** Pushes a history entry. */
    go,
    href,
    /** Shows another row beside the list, without a history entry for each. */
    follow: (row: string) => list.beside && void set({ [list.beside]: row }, { history: 'replace' }),
    /** Turns the page, and scrolls to the top. */
    turn: (change: Change<View>) =>
      void set({ ...change, ...(list.beside && { [list.beside]: null }) }, { scroll: true }),
    search: (text: string) =>
      void set(list.settled({ search: text, ...list.first }), {
        history: 'replace',
        limitUrlUpdates: debounce(SEARCH_PAUSE_MS),
      }),
    /** The sort order, for the headers of the columns. */
    order: {
      sort: (view as { sort?: unknown }).sort as ViewOf<P>['sort' & keyof ViewOf<P>],
      href: (sort: string) => href({ sort, ...list.first }),
      go: (sort: string) => go({ sort, ...list.first }),
    },
    state: {
      answer,
      list: { name: list.name, noun: list.noun, failed: list.failed, pageSize: list.pageSize },
      isFiltered,
      isLaterPage: view.after.length > 0,
      words: wordsFor(isFiltered ? list.noMatch : list.none, view as View),
      toFirst: way(list.first),
      clear: () => go(list.cleared),
    },
  };
}

const wordsFor = <V>(words: Words | ((view: V) => Words), view: V): Words =>
  typeof words === 'function' ? words(view) : words;
