'use client';

import { createSerializer, useQueryStates } from 'nuqs';
import { paths } from '#lib/paths.ts';
import { PARSERS, type JobsView } from './jobs-query.ts';

export type JobsChange = { [K in keyof JobsView]?: JobsView[K] | null };

const toHref = createSerializer(PARSERS);

/** The view in the URL. */
export function useJobsView() {
  const [view, setView] = useQueryStates(PARSERS, { history: 'push' });
  return {
    view,
    go: (change: JobsChange) => void setView(change),
    turn: (change: JobsChange) => void setView(change, { scroll: true }),
    href: (change: JobsChange) => toHref(paths.adminJobs, { ...view, ...change }),
  };
}
