import { loginCookies } from '#lib/auth/login-answer.ts';
import { currentTokens } from '#lib/auth/next.ts';
import { LogInInput } from '#lib/auth/schema.ts';
import { logIn } from '#lib/auth/service.ts';
import { formRoute } from '#lib/http/form-route.ts';
import { paths, safeReturnPath } from '#lib/paths.ts';

export const POST = formRoute(
  { body: LogInInput, failurePage: ({ return_url }) => paths.login(return_url) },
  async ({ ctx, body, fields: { return_url } }) => {
    const outcome = await logIn(ctx, body, await currentTokens());
    const location = outcome.status === 'ok' ? safeReturnPath(return_url) : paths.loginCode(return_url);
    return { location, cookies: loginCookies(outcome) };
  },
);
