import { listUnassociatedKeys, UnassociatedKeysQuery } from '#lib/fuzzy-keys/list.ts';
import { route } from '#lib/http/route.ts';

export const GET = route({ access: 'admin', query: UnassociatedKeysQuery }, ({ ctx, query }) =>
  listUnassociatedKeys(ctx, query),
);
