import { parseAsBoolean, parseAsInteger, parseAsStringLiteral } from 'nuqs/server';
import { shortText } from '#components/layout/state/short-text.ts';
import { paths } from '#lib/base/paths.ts';
import { ATTENTIONS } from '#lib/fuzzy-keys/schema.ts';
import { type Change, defineList } from '../../../_components/lists/define-list.ts';
import { PAGING, type PagingChange } from '../../../_components/lists/keyset-pages.ts';
import { texts } from './keys-texts.ts';

/** Query keys. The key of a list ends with the list's query. */
export const KEYS = ['admin', 'fuzzy-keys'];
export const KEY_LIST = [...KEYS, 'list'];
export const KEY_RANKING = [...KEYS, 'ranking'];
export const KEY_RANKS = [...KEYS, 'ranks'];

const SORT_FIELDS = ['description', 'email', 'rank', 'quantity'] as const;
export type SortField = (typeof SORT_FIELDS)[number];
const SORTS = ['-created_at', ...SORT_FIELDS, ...SORT_FIELDS.map((field) => `-${field}` as const)] as const;

export const keysList = defineList({
  path: paths.adminKeys,
  key: KEY_LIST,
  name: 'The list of keys',
  noun: 'key',
  parsers: {
    search: shortText(600).withDefault(''),
    rank: parseAsInteger,
    email: parseAsStringLiteral(['with', 'without']),
    attention: parseAsStringLiteral(ATTENTIONS),
    deleted: parseAsBoolean.withDefault(false),
    sort: parseAsStringLiteral(SORTS).withDefault('-created_at'),
    /** current page of the usage overview, which is paged separately from the list */
    busyPage: PAGING.page,
    busyAfter: PAGING.after,
    /** whether the usage overview is expanded */
    overview: parseAsBoolean.withDefault(true),
    /** description of the key whose usage is shown */
    usage: shortText(150),
  },
  filters: ['search', 'rank', 'email', 'attention'],
  order: ['deleted', 'sort'],
  beside: 'usage',
  pageSize: 25,
  restarts: { busyPage: null, busyAfter: null },
  failed: texts.loadFailed,
  none: ({ deleted }) =>
    deleted
      ? { title: 'No deleted keys', text: 'Deleted keys are listed here and can be restored at any time.' }
      : { title: 'No keys yet', text: 'Each subscription gets a key. Create others with Generate Key.' },
  noMatch: { title: 'No keys match', text: 'The search looks at descriptions, emails and public keys.' },
});
export type KeysView = ReturnType<typeof keysList.load>;
export type KeysChange = Change<KeysView>;

/** The change of the view that turns to another page of the usage overview. */
export const busyPaging = ({ page, after }: PagingChange): KeysChange => ({ busyPage: page, busyAfter: after });

/** The query of `GET admin/api/usage/ranking` for the current page of the overview. */
export const rankingQuery = (view: KeysView): string =>
  String(
    new URLSearchParams([
      ['limit', String(keysList.pageSize)],
      ...keysList.filterQuery(view),
      ...view.busyAfter.slice(-1).map((cursor) => ['cursor', cursor]),
    ]),
  );
