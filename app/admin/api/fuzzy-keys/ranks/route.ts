import { getRanks } from '#lib/fuzzy-keys/queries.ts';
import { statusRoute } from '#lib/http/status-route.ts';

export const GET = statusRoute({ access: 'admin' }, ({ ctx }) => getRanks(ctx));
