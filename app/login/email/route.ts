import { loginResponse } from '#lib/auth/login/login-answer.ts';
import { logIn } from '#lib/auth/login/service.ts';
import { LogInInput } from '#lib/auth/schema.ts';
import { LoginOutcomeView } from '#lib/auth/views.ts';
import { currentTokens } from '#lib/routes/next.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'public',
    summary: 'Log in with email and password',
    body: LogInInput,
    answer: LoginOutcomeView,
    refuses: ['unauthenticated', 'email_not_verified', 'user_blocked', 'rate_limited'],
  },
  async ({ ctx, body }) => loginResponse(await logIn(ctx, body, await currentTokens())),
);
