import { loginCookies } from '#lib/auth/login/login-answer.ts';
import { logInWithSecondFactor } from '#lib/auth/login/service.ts';
import { SecondFactorInput } from '#lib/auth/schema.ts';
import { paths, safeReturnPath } from '#lib/base/paths.ts';
import { formRoute } from '#lib/routes/form-route.ts';
import { currentTokens } from '#lib/routes/next.ts';

export const POST = formRoute(
  { body: SecondFactorInput, failurePage: ({ return_url }) => paths.loginCode(return_url) },
  async ({ ctx, body: { code }, fields }) => {
    const tokens = await currentTokens();
    const outcome = await logInWithSecondFactor(ctx, code, tokens.challenge, tokens);
    return { location: safeReturnPath(fields.return_url), cookies: loginCookies(outcome) };
  },
);
