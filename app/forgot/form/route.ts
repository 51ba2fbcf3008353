import { ForgotPasswordInput } from '#lib/auth/schema.ts';
import { requestPasswordReset } from '#lib/auth/settings/password-reset.ts';
import { paths, withQuery } from '#lib/base/paths.ts';
import { formRoute } from '#lib/routes/form-route.ts';

export const POST = formRoute(
  {
    body: ForgotPasswordInput,
    failurePage: ({ return_url }) => withQuery(paths.login(return_url), { forgot: 'failed' }),
  },
  async ({ ctx, body, fields: { return_url } }) => {
    await requestPasswordReset(ctx, body);
    return { location: withQuery(paths.login(return_url), { forgot: 'sent' }) };
  },
);
