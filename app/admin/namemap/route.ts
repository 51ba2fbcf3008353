import { getNameMap } from '#lib/fuzzy-keys/queries.ts';
import { NameMapQuery } from '#lib/fuzzy-keys/schema.ts';
import { NameMapView } from '#lib/fuzzy-keys/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  {
    access: 'admin',
    summary: 'Get the name map: key descriptions to key ids',
    query: NameMapQuery,
    answer: NameMapView,
  },
  ({ ctx, query }) => getNameMap(ctx, query),
);
