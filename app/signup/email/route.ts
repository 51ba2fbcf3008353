import { SignUpInput } from '#lib/auth/schema.ts';
import { signUpCookie } from '#lib/auth/sign-up/sign-up-browser.ts';
import { signUp } from '#lib/auth/sign-up/sign-up.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';

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
