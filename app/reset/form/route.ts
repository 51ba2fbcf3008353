import { assertSamePassword } from '#lib/auth/passwords/password-strength.ts';
import { ResetPasswordFormInput } from '#lib/auth/schema.ts';
import { resetPassword } from '#lib/auth/settings/password-reset.ts';
import { paths, withQuery } from '#lib/base/paths.ts';
import { formRoute } from '#lib/routes/form-route.ts';
import { currentTokens } from '#lib/routes/next.ts';

export const POST = formRoute(
  { body: ResetPasswordFormInput, failurePage: ({ email, token }) => paths.resetPassword({ email, token }) },
  async ({ ctx, body }) => {
    assertSamePassword(body);
    await resetPassword(ctx, body, (await currentTokens()).device);
    return { location: withQuery(paths.resetPassword({}), { done: '1' }) };
  },
);
