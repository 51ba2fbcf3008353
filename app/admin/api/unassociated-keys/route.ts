import { listUnassociatedKeys, UnassociatedKeysQuery } from '#lib/fuzzy-keys/console/list.ts';
import { UnassociatedKeyListView } from '#lib/fuzzy-keys/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  {
    access: 'admin',
    summary: 'List keys without an owner',
    query: UnassociatedKeysQuery,
    answer: UnassociatedKeyListView,
  },
  ({ ctx, query }) => listUnassociatedKeys(ctx, query),
);
