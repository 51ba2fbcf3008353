'use client';

import { createSerializer, useQueryStates } from 'nuqs';
import { paths } from '#lib/paths.ts';
import { FIRST_PAGE as PAGE_ONE } from '../../_components/lists/keyset-pages.ts';
import { PARSERS, type JobsView } from './jobs-query.ts';

export type JobsChange = { [K in keyof JobsView]?: JobsView[K] | null };

/** The first page, and no job beside it. */
export const FIRST_PAGE = { ...PAGE_ONE, job: null } as const;

const toHref = createSerializer(PARSERS);

/** The view in the URL. `go` pushes a history entry, `turn` also scrolls to the top, `href` returns the URL. */
export function useJobsView() {
  const [view, setView] = useQueryStates(PARSERS, { history: 'push' });
  return {
    view,
    go: (change: JobsChange) => void setView(change),
    /** Shows another job beside the list, without a history entry for each. */
    follow: (job: string) => void setView({ job }, { history: 'replace' }),
    turn: (change: JobsChange) => void setView({ ...change, job: null }, { scroll: true }),
    href: (change: JobsChange) => toHref(paths.adminJobs, { ...view, ...change }),
  };
}
