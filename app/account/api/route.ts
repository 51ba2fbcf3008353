import { signedOutHeaders } from '#lib/auth/session/sessions.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';
import { deleteOwnAccount } from '#lib/users/deletion/delete-own-account.ts';
import { DeleteOwnAccountInput } from '#lib/users/export/views.ts';

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
