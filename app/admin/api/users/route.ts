import { assertFreshLogin } from '#lib/auth/fresh-login.ts';
import { route } from '#lib/http/route.ts';
import { updateUser } from '#lib/lifecycle/update-user.ts';
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
