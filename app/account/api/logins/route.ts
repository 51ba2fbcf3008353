import { listLogins } from '#lib/auth/session/queries.ts';
import { LoginListView } from '#lib/auth/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'user', summary: 'List the latest attempts to log in to your account', answer: LoginListView },
  ({ ctx }) => listLogins(ctx),
);
