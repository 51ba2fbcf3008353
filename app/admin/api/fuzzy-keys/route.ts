import { FuzzyKeyListQuery, listFuzzyKeys } from '#lib/fuzzy-keys/list.ts';
import { statusRoute } from '#lib/http/status-route.ts';

export const GET = statusRoute({ access: 'admin', query: FuzzyKeyListQuery }, ({ ctx, query }) =>
  listFuzzyKeys(ctx, query),
);
