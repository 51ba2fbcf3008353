import { passkeyOptionsResponse } from '#lib/auth/passkey-answer.ts';
import { startPasskeyLogin } from '#lib/auth/passkey-login.ts';
import { NoInput } from '#lib/auth/schema.ts';
import { route } from '#lib/http/route.ts';

export const POST = route({ access: 'public', limit: 'passkey_options_address', body: NoInput }, async ({ ctx }) =>
  passkeyOptionsResponse(await startPasskeyLogin(ctx)),
);
