import { assertSamePassword } from '#lib/auth/passwords/password-strength.ts';
import { SignUpFormInput } from '#lib/auth/schema.ts';
import { signUpCookie } from '#lib/auth/sign-up/sign-up-browser.ts';
import { signUp } from '#lib/auth/sign-up/sign-up.ts';
import { paths, withQuery } from '#lib/base/paths.ts';
import { formRoute } from '#lib/routes/form-route.ts';

export const POST = formRoute(
  {
    limit: 'sign_up_address',
    body: SignUpFormInput,
    failurePage: ({ return_url }) => withQuery(paths.login(return_url), { tab: 'signup' }),
  },
  async ({ ctx, body }) => {
    assertSamePassword(body);
    const { browser } = await signUp(ctx, body);
    const location = withQuery(paths.login(body.return_url), { tab: 'signup', done: '1' });
    return { location, cookies: [signUpCookie(browser)] };
  },
);
