import { route } from '#lib/http/route.ts';
import { blockUsers } from '#lib/lifecycle/block-users.ts';
import { BlockUsersInput } from '#lib/users/schema.ts';

export const POST = route({ access: 'admin', body: BlockUsersInput }, ({ ctx, body }) => blockUsers(ctx, body));
