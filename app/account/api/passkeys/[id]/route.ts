import { deletePasskey, updatePasskey } from '#lib/auth/passkeys.ts';
import { NoInput, IdParams, UpdatePasskeyInput } from '#lib/auth/schema.ts';
import { route } from '#lib/http/route.ts';

export const PATCH = route({ access: 'user', params: IdParams, body: UpdatePasskeyInput }, ({ ctx, params, body }) =>
  updatePasskey(ctx, params.id, body),
);

export const DELETE = route({ access: 'user', params: IdParams, body: NoInput }, async ({ ctx, params }) => {
  await deletePasskey(ctx, params.id);
  return { status: 'ok' };
});
