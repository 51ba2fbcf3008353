import { loginResponse } from '#lib/auth/login-answer.ts';
import { currentTokens } from '#lib/auth/next.ts';
import { LogInInput } from '#lib/auth/schema.ts';
import { logIn } from '#lib/auth/service.ts';
import { LoginOutcomeView } from '#lib/auth/views.ts';
import { route } from '#lib/http/route.ts';

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
