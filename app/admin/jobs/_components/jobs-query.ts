import { createLoader, parseAsStringLiteral, type inferParserType } from 'nuqs/server';
import { JOB_STATES } from '#lib/jobs/schema.ts';
import { PAGING } from '../../_components/lists/keyset-pages.ts';
import { shortText } from '#components/layout/state/short-text.ts';

export const PARSERS = {
  state: parseAsStringLiteral(JOB_STATES).withDefault('failed'),
  queue: shortText(200),
  sort: parseAsStringLiteral(['-created_at', 'created_at']).withDefault('-created_at'),
  ...PAGING,
  /** id of the job shown beside the list */
  job: shortText(100),
};
export type JobsView = inferParserType<typeof PARSERS>;

/** Reads the view from a page's query. */
export const loadJobsView = createLoader(PARSERS);

/** The query of `GET admin/api/jobs` for the current page. */
export function pageQuery({ state, queue, sort, after }: JobsView): string {
  const cursor = after.at(-1);
  const order = sort !== '-created_at' && { sort };
  return String(new URLSearchParams({ state, ...(queue && { queue }), ...order, ...(cursor && { cursor }) }));
}
