'use client';

import { createSerializer, parseAsString, parseAsStringLiteral, useQueryStates, type inferParserType } from 'nuqs';
import { JOB_STATES } from '#lib/jobs/schema.ts';
import { paths } from '#lib/paths.ts';
import { PAGING } from '../../_components/lists/keyset-pages.ts';

const PARSERS = {
  state: parseAsStringLiteral(JOB_STATES).withDefault('failed'),
  queue: parseAsString,
  ...PAGING,
};
export type JobsView = inferParserType<typeof PARSERS>;
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
