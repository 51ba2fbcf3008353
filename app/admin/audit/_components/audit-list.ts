import { parseAsStringLiteral } from 'nuqs/server';
import { shortText } from '#components/layout/state/short-text.ts';
import { paths } from '#lib/base/paths.ts';
import { type Change, defineList } from '../../_components/lists/define-list.ts';

/** The query key of the audit log. */
export const AUDIT = ['admin', 'audit'];
export const LOAD_FAILED = 'Failed to load the audit log. You may not have admin privileges.';

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

export const auditList = defineList({
  path: paths.adminAudit,
  key: AUDIT,
  name: 'The audit log',
  noun: 'event',
  parsers: {
    action: shortText(100),
    actor: shortText(300),
    target: shortText(300),
    from: shortText(60),
    to: shortText(60),
    ip: shortText(60),
    request_id: shortText(60),
    sort: parseAsStringLiteral(['-at', 'at']).withDefault('-at'),
    event: shortText(100),
  },
  filters: FILTER_NAMES,
  order: ['sort'],
  beside: 'event',
  failed: LOAD_FAILED,
  none: { title: 'No events yet', text: 'What users, admins and hosts do is listed here.' },
  noMatch: { title: 'No events match', text: 'Remove a filter, or widen the dates (UTC).' },
});
export type AuditView = ReturnType<typeof auditList.load>;
export type AuditChange = Change<AuditView>;
