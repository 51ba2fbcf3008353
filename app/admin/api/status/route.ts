import { AdminStatusView } from '#lib/auth/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'user', summary: 'Show whether you are an admin', answer: AdminStatusView },
  async ({ ctx }) => ({ is_admin: ctx.actor.role === 'admin' }),
);
