import { route } from '#lib/http/route.ts';
import { updateUser } from '#lib/lifecycle/update-user.ts';
import { listUsers, UserListQuery } from '#lib/users/list.ts';
import { UpdateUserInput } from '#lib/users/schema.ts';

export const GET = route({ access: 'admin', query: UserListQuery }, ({ ctx, query }) => listUsers(ctx, query));
export const PUT = route({ access: 'admin', body: UpdateUserInput }, async ({ ctx, body }) => ({
  status: 'ok',
  ...(await updateUser(ctx, body)),
}));
