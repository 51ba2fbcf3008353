import { loginResponse } from '#lib/auth/login-answer.ts';
import { currentTokens } from '#lib/auth/next.ts';
import { LogInInput } from '#lib/auth/schema.ts';
import { logIn } from '#lib/auth/service.ts';
import { route } from '#lib/http/route.ts';

export const POST = route({ access: 'public', body: LogInInput }, async ({ ctx, body }) =>
  loginResponse(await logIn(ctx, body, await currentTokens())),
);
