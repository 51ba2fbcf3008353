import { currentTokens } from '#lib/auth/next.ts';
import { resetPassword } from '#lib/auth/password-reset.ts';
import { ResetPasswordFormInput } from '#lib/auth/schema.ts';
import { formRoute } from '#lib/http/form-route.ts';
import { paths, withQuery } from '#lib/paths.ts';
import { assertSamePassword } from '#lib/users/service.ts';

export const POST = formRoute(
  { body: ResetPasswordFormInput, failurePage: ({ email, token }) => paths.resetPassword({ email, token }) },
  async ({ ctx, body }) => {
    assertSamePassword(body);
    await resetPassword(ctx, body, (await currentTokens()).device);
    return { location: withQuery(paths.resetPassword({}), { done: '1' }) };
  },
);
