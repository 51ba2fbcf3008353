import { loginCookies } from '#lib/auth/login/login-answer.ts';
import { logIn } from '#lib/auth/login/service.ts';
import { LogInInput } from '#lib/auth/schema.ts';
import { paths, safeReturnPath } from '#lib/base/paths.ts';
import { formRoute } from '#lib/routes/form-route.ts';
import { currentTokens } from '#lib/routes/next.ts';

export const POST = formRoute(
  { body: LogInInput, failurePage: ({ return_url }) => paths.login(return_url) },
  async ({ ctx, body, fields: { return_url } }) => {
    const outcome = await logIn(ctx, body, await currentTokens());
    const location = outcome.status === 'ok' ? safeReturnPath(return_url) : paths.loginCode(return_url);
    return { location, cookies: loginCookies(outcome) };
  },
);
