import { assignKey } from '#lib/fuzzy-keys/admin.ts';
import { AssignKeyInput } from '#lib/fuzzy-keys/schema.ts';
import { statusRoute } from '#lib/http/status-route.ts';

export const POST = statusRoute({ access: 'admin', body: AssignKeyInput }, ({ ctx, body }) => assignKey(ctx, body));
