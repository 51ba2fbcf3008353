import { listLogins } from '#lib/auth/queries.ts';
import { LoginListView } from '#lib/auth/views.ts';
import { route } from '#lib/http/route.ts';

export const GET = route(
  { access: 'user', summary: 'List the latest attempts to log in to your account', answer: LoginListView },
  ({ ctx }) => listLogins(ctx),
);
