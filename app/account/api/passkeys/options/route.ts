import { passkeyOptionsResponse } from '#lib/auth/challenge.ts';
import { startPasskeyRegistration } from '#lib/auth/passkeys.ts';
import { NoInput } from '#lib/auth/schema.ts';
import { PasskeyOptionsView } from '#lib/auth/views.ts';
import { route } from '#lib/http/route.ts';

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
