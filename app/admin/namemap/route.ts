import { getNameMap } from '#lib/fuzzy-keys/queries.ts';
import { route } from '#lib/http/route.ts';

export const GET = route({ access: 'admin' }, ({ ctx }) => getNameMap(ctx));
