import { getNameMap } from '#lib/fuzzy-keys/queries.ts';
import { NameMapQuery } from '#lib/fuzzy-keys/schema.ts';
import { route } from '#lib/http/route.ts';

export const GET = route({ access: 'admin', query: NameMapQuery }, ({ ctx, query }) => getNameMap(ctx, query));
