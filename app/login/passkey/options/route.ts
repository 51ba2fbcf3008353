import { passkeyOptionsResponse } from '#lib/auth/challenge.ts';
import { startPasskeyLogin } from '#lib/auth/passkey-login.ts';
import { NoInput } from '#lib/auth/schema.ts';
import { PasskeyOptionsView } from '#lib/auth/views.ts';
import { route } from '#lib/http/route.ts';

export const POST = route(
  {
    access: 'public',
    summary: 'Start a login with a passkey',
    limit: 'passkey_options_address',
    body: NoInput,
    answer: PasskeyOptionsView,
  },
  async ({ ctx }) => passkeyOptionsResponse(await startPasskeyLogin(ctx)),
);
