import { listSessions } from '#lib/auth/queries.ts';
import { endOtherSessions } from '#lib/auth/sessions.ts';
import { route } from '#lib/http/route.ts';

export const GET = route({ access: 'user' }, ({ ctx }) => listSessions(ctx));
export const DELETE = route({ access: 'user' }, ({ ctx }) => endOtherSessions(ctx));
