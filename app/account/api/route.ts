import { signedOutHeaders } from '#lib/auth/session/sessions.ts';
import { DoneView } from '#lib/http/views.ts';
import { deleteOwnAccount } from '#lib/people/delete-own-account.ts';
import { DeleteOwnAccountInput } from '#lib/people/schema.ts';
import { route } from '#lib/routes/route.ts';

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
