import { assertFreshLogin } from '#lib/auth/login/fresh-login.ts';
import { updateUser } from '#lib/people/update-user.ts';
import { route } from '#lib/routes/route.ts';
import { listUsers, UserListQuery } from '#lib/users/list.ts';
import { UpdateUserInput } from '#lib/users/schema.ts';
import { UpdatedUserAnswer, UserListView } from '#lib/users/views.ts';

export const GET = route(
  { access: 'admin', summary: 'List users', query: UserListQuery, answer: UserListView },
  ({ ctx, query }) => listUsers(ctx, query),
);
export const PUT = route(
  {
    access: 'admin',
    summary: 'Update a user',
    body: UpdateUserInput,
    answer: UpdatedUserAnswer,
    details: 'Making a user an admin or resetting a password needs a login within the last ten minutes.',
    refuses: ['reauthentication_required', 'not_found', 'invalid', 'weak_password', 'conflict'],
  },
  async ({ ctx, body }) => {
    if (body.is_admin || body.reset_password) await assertFreshLogin(ctx);
    return { status: 'ok' as const, ...(await updateUser(ctx, body)) };
  },
);
