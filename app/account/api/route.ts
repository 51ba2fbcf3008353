import { signedOutHeaders } from '#lib/auth/sessions.ts';
import { route } from '#lib/http/route.ts';
import { DoneView } from '#lib/http/views.ts';
import { deleteOwnAccount } from '#lib/lifecycle/delete-own-account.ts';
import { DeleteOwnAccountInput } from '#lib/lifecycle/schema.ts';

export const DELETE = route(
  {
    access: 'user',
    summary: 'Delete your account permanently',
    body: DeleteOwnAccountInput,
    answer: DoneView,
    refuses: ['reauthentication_required', 'invalid', 'conflict'],
  },
  async ({ ctx, body }) => {
    await deleteOwnAccount(ctx, body);
    return Response.json({ status: 'ok' }, { headers: signedOutHeaders() });
  },
);
