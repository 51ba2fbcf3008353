import { startPasskeyLogin } from '#lib/auth/login/passkey-login.ts';
import { NoInput } from '#lib/auth/schema.ts';
import { passkeyOptionsResponse } from '#lib/auth/session/challenge.ts';
import { PasskeyOptionsView } from '#lib/auth/views.ts';
import { route } from '#lib/routes/route.ts';

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
