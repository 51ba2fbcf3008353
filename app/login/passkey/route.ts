import { loginResponse } from '#lib/auth/login/login-answer.ts';
import { logInWithPasskey } from '#lib/auth/login/passkey-login.ts';
import { PasskeyLogInInput } from '#lib/auth/schema.ts';
import { LoginOutcomeView } from '#lib/auth/views.ts';
import { currentTokens } from '#lib/routes/next.ts';
import { route } from '#lib/routes/route.ts';

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
