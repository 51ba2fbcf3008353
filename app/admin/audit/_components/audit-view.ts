'use client';

import { createSerializer, parseAsString, useQueryStates, type inferParserType } from 'nuqs';
import { paths } from '#lib/paths.ts';
import { FIRST_PAGE, PAGING } from '../../_components/lists/keyset-pages.ts';

/** The labels of the filters, by their names on the wire. */
export const FILTER_LABELS = {
  action: 'Action',
  actor: 'Actor',
  target: 'Target',
  from: 'From',
  to: 'To',
  ip: 'IP address',
  request_id: 'Request id',
} as const;
export type FilterName = keyof typeof FILTER_LABELS;
export const FILTER_NAMES = Object.keys(FILTER_LABELS) as FilterName[];

const PARSERS = {
  action: parseAsString,
  actor: parseAsString,
  target: parseAsString,
  from: parseAsString,
  to: parseAsString,
  ip: parseAsString,
  request_id: parseAsString,
  ...PAGING,
};
export type AuditView = inferParserType<typeof PARSERS>;
export type AuditChange = { [K in keyof AuditView]?: AuditView[K] | null };

export const NO_FILTERS = {
  ...(Object.fromEntries(FILTER_NAMES.map((name) => [name, null])) as Record<FilterName, null>),
  ...FIRST_PAGE,
};

const toHref = createSerializer(PARSERS);

/** The view in the URL. `go` pushes a history entry, `turn` also scrolls to the top, `href` returns the URL. */
export function useAuditView() {
  const [view, setView] = useQueryStates(PARSERS, { history: 'push' });
  return {
    view,
    go: (change: AuditChange) => void setView(change),
    turn: (change: AuditChange) => void setView(change, { scroll: true }),
    href: (change: AuditChange) => toHref(paths.adminAudit, { ...view, ...change }),
  };
}

/** The filters as query parameters of the API. */
export const filterQuery = (view: AuditView): URLSearchParams =>
  new URLSearchParams(
    FILTER_NAMES.flatMap((name) => {
      const value = view[name];
      return value ? [[name, value]] : [];
    }),
  );
