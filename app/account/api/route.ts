import { signedOutHeaders } from '#lib/auth/sessions.ts';
import { route } from '#lib/http/route.ts';
import { deleteOwnAccount } from '#lib/lifecycle/delete-own-account.ts';
import { DeleteOwnAccountInput } from '#lib/lifecycle/schema.ts';

export const DELETE = route({ access: 'user', body: DeleteOwnAccountInput }, async ({ ctx, body }) => {
  await deleteOwnAccount(ctx, body);
  return Response.json({ status: 'ok' }, { headers: signedOutHeaders() });
});
