import { IdParams } from '#lib/auth/schema.ts';
import { route } from '#lib/http/route.ts';
import { deleteUser } from '#lib/lifecycle/delete-user.ts';
import { getUserDetail } from '#lib/lifecycle/user-detail.ts';
import { DeleteUserInput } from '#lib/users/schema.ts';

export const GET = route({ access: 'admin', params: IdParams }, ({ ctx, params }) => getUserDetail(ctx, params.id));
export const DELETE = route(
  { access: 'admin', params: IdParams, body: DeleteUserInput },
  async ({ ctx, params, body }) => ({ status: 'ok', ...(await deleteUser(ctx, params.id, body)) }),
);
