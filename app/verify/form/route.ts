import { z } from 'zod';
import { verificationCookies } from '#lib/auth/login/login-answer.ts';
import { resendVerification, verifyEmail } from '#lib/auth/sign-up/verify-email.ts';
import { paths, safeReturnPath } from '#lib/paths.ts';
import { formRoute } from '#lib/routes/form-route.ts';
import { currentTokens } from '#lib/routes/next.ts';
import { ResendVerificationInput, VerifyEmailInput } from '#lib/users/schema.ts';

/** With the token of a link, the form verifies the address. Without a token, it requests a new link. */
const VerifyFormInput = z.union([VerifyEmailInput, ResendVerificationInput.extend({ token: z.never().optional() })]);

const pageOf = (fields: Record<string, string>, extra: Record<string, string> = {}) =>
  paths.verifyEmail({ email: fields.email, return_url: fields.return_url, ...extra });

export const POST = formRoute(
  { body: VerifyFormInput, failurePage: (fields) => pageOf(fields) },
  async ({ ctx, body, fields }) => {
    if (body.token === undefined) {
      await resendVerification(ctx, body);
      return { location: paths.verifyEmail({ sent: '1' }) };
    }
    const login = await verifyEmail(ctx, body, await currentTokens());
    const location = login ? safeReturnPath(fields.return_url) : pageOf(fields, { done: '1' });
    return { location, cookies: verificationCookies(login) };
  },
);
