import { verificationCookies } from '#lib/auth/login/login-answer.ts';
import { VerifyEmailInput } from '#lib/auth/schema.ts';
import { verifyEmail } from '#lib/auth/sign-up/verify-email.ts';
import { EmailVerifiedView } from '#lib/auth/views.ts';
import { currentTokens } from '#lib/routes/next.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'public',
    summary: 'Verify an email address with the link from the email',
    details:
      'In the browser that signed up, the password of that sign-up becomes effective and a session begins. In any other browser, `password` is required and becomes the password.',
    body: VerifyEmailInput,
    answer: EmailVerifiedView,
    refuses: ['invalid', 'weak_password', 'rate_limited'],
  },
  async ({ ctx, body }) => {
    const { login } = await verifyEmail(ctx, body, await currentTokens());
    const response = Response.json({ status: 'ok', logged_in: login !== null });
    for (const cookie of verificationCookies(login)) response.headers.append('set-cookie', cookie);
    return response;
  },
);
