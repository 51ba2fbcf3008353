import { route } from '#lib/routes/route.ts';
import { exportUsers } from '#lib/users/export-users.ts';
import { UserListQuery } from '#lib/users/list.ts';

export const GET = route(
  { access: 'admin', summary: 'Download the list of users as CSV', query: UserListQuery, produces: 'text/csv' },
  ({ ctx, query }) => exportUsers(ctx, query),
);
