import { passkeyOptionsResponse } from '#lib/auth/passkey-answer.ts';
import { startPasskeyRegistration } from '#lib/auth/passkeys.ts';
import { NoInput } from '#lib/auth/schema.ts';
import { route } from '#lib/http/route.ts';

export const POST = route({ access: 'user', limit: 'passkey_options_address', body: NoInput }, async ({ ctx }) =>
  passkeyOptionsResponse(await startPasskeyRegistration(ctx)),
);
