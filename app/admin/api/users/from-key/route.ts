import { route } from '#lib/http/route.ts';
import { createUserFromKey } from '#lib/lifecycle/create-user.ts';
import { CreateUserFromKeyInput } from '#lib/users/schema.ts';

export const POST = route({ access: 'admin', body: CreateUserFromKeyInput }, async ({ ctx, body }) => ({
  status: 'ok',
  ...(await createUserFromKey(ctx, body)),
}));
