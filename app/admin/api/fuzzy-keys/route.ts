import { FuzzyKeyListQuery, listFuzzyKeys } from '#lib/fuzzy-keys/console/list.ts';
import { FuzzyKeyListView } from '#lib/fuzzy-keys/views.ts';
import { statusRoute } from '#lib/routes/status-route.ts';

export const GET = statusRoute(
  { access: 'admin', summary: 'List active or deleted keys', query: FuzzyKeyListQuery, answer: FuzzyKeyListView },
  ({ ctx, query }) => listFuzzyKeys(ctx, query),
);
