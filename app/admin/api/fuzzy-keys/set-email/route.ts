import { setKeyEmail } from '#lib/fuzzy-keys/admin.ts';
import { SetEmailInput } from '#lib/fuzzy-keys/schema.ts';
import { statusRoute } from '#lib/http/status-route.ts';

export const POST = statusRoute({ access: 'admin', body: SetEmailInput }, ({ ctx, body }) => setKeyEmail(ctx, body));
