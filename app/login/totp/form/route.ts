import { loginCookies } from '#lib/auth/login-answer.ts';
import { currentTokens } from '#lib/auth/next.ts';
import { SecondFactorInput } from '#lib/auth/schema.ts';
import { logInWithSecondFactor } from '#lib/auth/service.ts';
import { formRoute } from '#lib/http/form-route.ts';
import { paths, safeReturnPath } from '#lib/paths.ts';

export const POST = formRoute(
  { body: SecondFactorInput, failurePage: ({ return_url }) => paths.loginCode(return_url) },
  async ({ ctx, body: { code }, fields }) => {
    const tokens = await currentTokens();
    const outcome = await logInWithSecondFactor(ctx, code, tokens.challenge, tokens);
    return { location: safeReturnPath(fields.return_url), cookies: loginCookies(outcome) };
  },
);
