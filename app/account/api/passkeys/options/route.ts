import { NoInput } from '#lib/auth/schema.ts';
import { passkeyOptionsResponse } from '#lib/auth/session/challenge.ts';
import { startPasskeyRegistration } from '#lib/auth/settings/passkeys.ts';
import { PasskeyOptionsView } from '#lib/auth/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'user',
    summary: 'Start adding a passkey',
    limit: 'passkey_options_address',
    body: NoInput,
    answer: PasskeyOptionsView,
    refuses: ['reauthentication_required', 'conflict'],
  },
  async ({ ctx }) => passkeyOptionsResponse(await startPasskeyRegistration(ctx)),
);
