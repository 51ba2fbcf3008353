import { parseAsStringLiteral } from 'nuqs/server';
import { shortText } from '#components/layout/state/short-text.ts';
import { paths } from '#lib/base/paths.ts';
import { defineList } from '../../../_components/lists/define-list.ts';
import { OAUTH_CLIENTS, texts } from './texts.ts';

export const clientsList = defineList({
  path: paths.adminOAuth,
  key: OAUTH_CLIENTS,
  name: 'The list of clients',
  noun: 'client',
  parsers: {
    search: shortText(600).withDefault(''),
    sort: parseAsStringLiteral(['-created_at', 'created_at', 'name', '-name']).withDefault('-created_at'),
  },
  filters: ['search'],
  order: ['sort'],
  failed: texts.loadFailed,
  none: {
    title: 'No OAuth2 Clients',
    text: 'Register an application so that users can log in to it with their account here.',
  },
  noMatch: { title: 'No clients match', text: 'The search looks at names and client IDs.' },
});
