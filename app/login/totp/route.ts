import { loginResponse } from '#lib/auth/login/login-answer.ts';
import { logInWithSecondFactor } from '#lib/auth/login/service.ts';
import { SecondFactorInput } from '#lib/auth/schema.ts';
import { LoginOutcomeView } from '#lib/auth/views.ts';
import { currentTokens } from '#lib/routes/next.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'public',
    summary: 'Complete a login with the second factor',
    body: SecondFactorInput,
    answer: LoginOutcomeView,
    refuses: ['unauthenticated', 'email_not_verified', 'user_blocked', 'invalid', 'rate_limited'],
  },
  async ({ ctx, body }) => {
    const tokens = await currentTokens();
    return loginResponse(await logInWithSecondFactor(ctx, body.code, tokens.challenge, tokens));
  },
);
