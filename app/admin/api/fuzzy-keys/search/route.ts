import { searchFuzzyKeys } from '#lib/fuzzy-keys/list.ts';
import { NamedKeyInput } from '#lib/fuzzy-keys/schema.ts';
import { statusRoute } from '#lib/http/status-route.ts';

export const POST = statusRoute({ access: 'admin', body: NamedKeyInput }, ({ ctx, body }) =>
  searchFuzzyKeys(ctx, body),
);
