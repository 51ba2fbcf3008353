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
    summary: 'Change a user',
    body: UpdateUserInput,
    answer: UpdatedUserAnswer,
    refuses: ['not_found', 'invalid', 'weak_password', 'conflict'],
  },
  async ({ ctx, body }) => ({
    status: 'ok',
    ...(await updateUser(ctx, body)),
  }),
);
