import { loginResponse } from '#lib/auth/login-answer.ts';
import { currentTokens } from '#lib/auth/next.ts';
import { logInWithPasskey } from '#lib/auth/passkey-login.ts';
import { PasskeyLogInInput } from '#lib/auth/schema.ts';
import { LoginOutcomeView } from '#lib/auth/views.ts';
import { route } from '#lib/http/route.ts';

export const POST = route(
  {
    access: 'public',
    summary: 'Log in with the response of a passkey',
    body: PasskeyLogInInput,
    answer: LoginOutcomeView,
    refuses: ['unauthenticated', 'email_not_verified', 'user_blocked', 'rate_limited'],
  },
  async ({ ctx, body }) => {
    const tokens = await currentTokens();
    return loginResponse(await logInWithPasskey(ctx, body, tokens.challenge, tokens));
  },
);
