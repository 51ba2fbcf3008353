import { searchFuzzyKeys } from '#lib/fuzzy-keys/console/list.ts';
import { NamedKeyInput } from '#lib/fuzzy-keys/schema.ts';
import { FoundKeysView } from '#lib/fuzzy-keys/views.ts';
import { statusRoute } from '#lib/routes/status-route.ts';

export const POST = statusRoute(
  { access: 'admin', summary: 'Find keys by part of their description', body: NamedKeyInput, answer: FoundKeysView },
  ({ ctx, body }) => searchFuzzyKeys(ctx, body),
);
