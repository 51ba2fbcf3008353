import { getUserDetail } from '#lib/admin/user-detail.ts';
import { IdParams } from '#lib/auth/schema.ts';
import { route } from '#lib/routes/route.ts';
import { deleteUser } from '#lib/users/deletion/delete-user.ts';
import { DeleteUserInput } from '#lib/users/schema.ts';
import { AdminUserDetailView, DeletedUserAnswer } from '#lib/users/views.ts';

export const GET = route(
  {
    access: 'admin',
    summary: 'Show the details of a user',
    params: IdParams,
    answer: AdminUserDetailView,
  },
  ({ ctx, params }) => getUserDetail(ctx, params.id),
);
export const DELETE = route(
  {
    access: 'admin',
    summary: 'Delete a user',
    params: IdParams,
    body: DeleteUserInput,
    answer: DeletedUserAnswer,
    refuses: ['reauthentication_required', 'invalid', 'conflict'],
  },
  async ({ ctx, params, body }) => ({ status: 'ok' as const, ...(await deleteUser(ctx, params.id, body)) }),
);
