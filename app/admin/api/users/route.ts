import { route } from '#lib/routes/route.ts';
import { listUsers, UserListQuery } from '#lib/users/list.ts';
import { UpdateUserInput } from '#lib/users/schema.ts';
import { updateUser } from '#lib/users/update-user.ts';
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
    details:
      'Changing the address, the key or the role, unblocking, and resetting a password need a login within the last ten minutes.',
    refuses: ['reauthentication_required', 'not_found', 'invalid', 'weak_password', 'conflict'],
  },
  async ({ ctx, body }) => ({ status: 'ok' as const, ...(await updateUser(ctx, body)) }),
);
