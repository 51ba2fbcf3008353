import { route } from '#lib/http/route.ts';
import { createManualUser } from '#lib/lifecycle/create-user.ts';
import { CreateManualUserInput } from '#lib/users/schema.ts';

export const POST = route({ access: 'admin', body: CreateManualUserInput }, async ({ ctx, body }) => ({
  status: 'ok',
  ...(await createManualUser(ctx, body)),
}));
