import { listLogins } from '#lib/auth/queries.ts';
import { route } from '#lib/http/route.ts';

export const GET = route({ access: 'user' }, ({ ctx }) => listLogins(ctx));
