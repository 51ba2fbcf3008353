import { formRoute } from '#lib/http/form-route.ts';
import { paths, withQuery } from '#lib/paths.ts';
import { SignUpFormInput } from '#lib/users/schema.ts';
import { assertSamePassword, signUp } from '#lib/users/service.ts';

export const POST = formRoute(
  SignUpFormInput,
  async (ctx, input) => {
    assertSamePassword(input);
    await signUp(ctx, input);
    return { location: withQuery(paths.login(input.return_url), { tab: 'signup', done: '1' }) };
  },
  ({ return_url }) => withQuery(paths.login(return_url), { tab: 'signup' }),
  'sign_up_address',
);
