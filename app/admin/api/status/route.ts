import { route } from '#lib/http/route.ts';

export const GET = route({ access: 'user' }, async ({ ctx }) => ({ is_admin: ctx.actor.role === 'admin' }));
