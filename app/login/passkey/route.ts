import { loginResponse } from '#lib/auth/login-answer.ts';
import { currentTokens } from '#lib/auth/next.ts';
import { logInWithPasskey } from '#lib/auth/passkey-login.ts';
import { PasskeyLogInInput } from '#lib/auth/schema.ts';
import { route } from '#lib/http/route.ts';

export const POST = route({ access: 'public', body: PasskeyLogInInput }, async ({ ctx, body }) => {
  const tokens = await currentTokens();
  return loginResponse(await logInWithPasskey(ctx, body, tokens.challenge, tokens));
});
