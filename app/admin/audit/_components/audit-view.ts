'use client';

import { createSerializer, useQueryStates } from 'nuqs';
import { paths } from '#lib/base/paths.ts';
import { FIRST_PAGE as PAGE_ONE } from '../../_components/lists/keyset-pages.ts';
import { FILTER_NAMES, PARSERS, type AuditView, type FilterName } from './audit-query.ts';

export type AuditChange = { [K in keyof AuditView]?: AuditView[K] | null };

/** The first page, and no event beside it. */
export const FIRST_PAGE = { ...PAGE_ONE, event: null } as const;

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
    /** Shows another event beside the list, without a history entry for each. */
    follow: (event: string) => void setView({ event }, { history: 'replace' }),
    turn: (change: AuditChange) => void setView({ ...change, event: null }, { scroll: true }),
    href: (change: AuditChange) => toHref(paths.adminAudit, { ...view, ...change }),
  };
}
