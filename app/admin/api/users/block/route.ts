import { route } from '#lib/routes/route.ts';
import { blockUsers } from '#lib/users/block-users.ts';
import { BlockUsersInput } from '#lib/users/schema.ts';
import { BlockUsersView } from '#lib/users/views.ts';

export const POST = route(
  {
    access: 'admin',
    summary: 'Block or unblock users',
    details: 'Unblocking needs a login within the last ten minutes.',
    body: BlockUsersInput,
    answer: BlockUsersView,
    refuses: ['reauthentication_required'],
  },
  ({ ctx, body }) => blockUsers(ctx, body),
);
