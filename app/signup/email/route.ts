import { signUpCookie } from '#lib/auth/sign-up/sign-up-browser.ts';
import { signUp } from '#lib/auth/sign-up/sign-up.ts';
import { DoneView } from '#lib/http/views.ts';
import { route } from '#lib/routes/route.ts';
import { SignUpInput } from '#lib/users/schema.ts';

export const POST = route(
  {
    access: 'public',
    summary: 'Create an account; a verification link is sent',
    limit: 'sign_up_address',
    body: SignUpInput,
    answer: DoneView,
    refuses: ['weak_password'],
  },
  async ({ ctx, body }) => {
    const { browser } = await signUp(ctx, body);
    return Response.json({ status: 'ok' }, { headers: { 'set-cookie': signUpCookie(browser) } });
  },
);
