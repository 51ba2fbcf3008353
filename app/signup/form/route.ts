import { paths, withQuery } from '#lib/paths.ts';
import { formRoute } from '#lib/routes/form-route.ts';
import { SignUpFormInput } from '#lib/users/schema.ts';
import { assertSamePassword, signUp } from '#lib/users/service.ts';

export const POST = formRoute(
  {
    limit: 'sign_up_address',
    body: SignUpFormInput,
    failurePage: ({ return_url }) => withQuery(paths.login(return_url), { tab: 'signup' }),
  },
  async ({ ctx, body }) => {
    assertSamePassword(body);
    await signUp(ctx, body);
    return { location: withQuery(paths.login(body.return_url), { tab: 'signup', done: '1' }) };
  },
);
