import { NoInput, IdParams, UpdatePasskeyInput } from '#lib/auth/schema.ts';
import { deletePasskey, updatePasskey } from '#lib/auth/settings/passkeys.ts';
import { PasskeyView } from '#lib/auth/views.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';

export const PATCH = route(
  {
    access: 'user',
    summary: 'Rename a passkey',
    params: IdParams,
    body: UpdatePasskeyInput,
    answer: PasskeyView,
  },
  ({ ctx, params, body }) => updatePasskey(ctx, params.id, body),
);

export const DELETE = route(
  {
    access: 'user',
    summary: 'Remove a passkey',
    params: IdParams,
    body: NoInput,
    answer: DoneView,
    refuses: ['reauthentication_required'],
  },
  async ({ ctx, params }) => {
    await deletePasskey(ctx, params.id);
    return { status: 'ok' };
  },
);
