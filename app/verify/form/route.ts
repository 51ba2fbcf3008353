import { z } from 'zod';
import { verificationCookies } from '#lib/auth/login/login-answer.ts';
import { assertSamePassword } from '#lib/auth/passwords/password-strength.ts';
import { ResendVerificationInput, VerifyEmailInput } from '#lib/auth/schema.ts';
import { resendVerification, verifyEmail } from '#lib/auth/sign-up/verify-email.ts';
import { paths, safeReturnPath } from '#lib/base/paths.ts';
import { formRoute } from '#lib/routes/form-route.ts';
import { currentTokens } from '#lib/routes/next.ts';

/** With the token of a link, the form verifies the address. Without a token, it requests a new link. */
const VerifyFormInput = z.union([
  VerifyEmailInput.extend({ confirm_password: z.string().optional() }),
  ResendVerificationInput.extend({ token: z.never().optional() }),
]);

const pageOf = ({ email, return_url }: Record<string, string>, extra: Record<string, string | undefined> = {}) =>
  paths.verifyEmail({ email, return_url, ...extra });

export const POST = formRoute(
  { body: VerifyFormInput, failurePage: (fields) => pageOf(fields, { token: fields.token }) },
  async ({ ctx, body, fields }) => {
    const tokens = await currentTokens();
    if (body.token === undefined) {
      await resendVerification(ctx, body, tokens.signUp);
      return { location: paths.verifyEmail({ sent: '1' }) };
    }
    assertSamePassword(body);
    const { login, returnUrl } = await verifyEmail(ctx, body, tokens);
    const location = login ? safeReturnPath(returnUrl) : pageOf(fields, { done: '1' });
    return { location, cookies: verificationCookies(login) };
  },
);
