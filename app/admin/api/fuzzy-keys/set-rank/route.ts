import { setKeyRank } from '#lib/fuzzy-keys/admin.ts';
import { SetRankInput } from '#lib/fuzzy-keys/schema.ts';
import { statusRoute } from '#lib/http/status-route.ts';

export const POST = statusRoute({ access: 'admin', body: SetRankInput }, ({ ctx, body }) => setKeyRank(ctx, body));
