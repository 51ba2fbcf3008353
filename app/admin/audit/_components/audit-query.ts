import { createLoader, parseAsStringLiteral, type inferParserType } from 'nuqs/server';
import { PAGING } from '../../_components/lists/keyset-pages.ts';
import { shortText } from '#components/layout/state/short-text.ts';

/** The labels of the filters, by their names in the API. */
export const FILTER_LABELS = {
  action: 'Action',
  actor: 'Actor',
  target: 'Target',
  from: 'From',
  to: 'To',
  ip: 'IP address',
  request_id: 'Request ID',
} as const;
export type FilterName = keyof typeof FILTER_LABELS;
export const FILTER_NAMES = Object.keys(FILTER_LABELS) as FilterName[];

export const PARSERS = {
  action: shortText(100),
  actor: shortText(300),
  target: shortText(300),
  from: shortText(60),
  to: shortText(60),
  ip: shortText(60),
  request_id: shortText(60),
  sort: parseAsStringLiteral(['-at', 'at']).withDefault('-at'),
  ...PAGING,
  /** id of the event shown beside the list */
  event: shortText(100),
};
export type AuditView = inferParserType<typeof PARSERS>;

/** Reads the view from a page's query. */
export const loadAuditView = createLoader(PARSERS);

/** The filters as query parameters of the API. */
export const filterQuery = (view: AuditView): URLSearchParams =>
  new URLSearchParams(
    FILTER_NAMES.flatMap((name) => {
      const value = view[name];
      return value ? [[name, value]] : [];
    }),
  );

/** The query of `GET admin/api/audit` for the current page. */
export function pageQuery(view: AuditView): string {
  const query = filterQuery(view);
  if (view.sort !== '-at') query.set('sort', view.sort);
  const cursor = view.after.at(-1);
  if (cursor) query.set('cursor', cursor);
  return String(query);
}
