import { ResetPasswordInput } from '#lib/auth/schema.ts';
import { resetPassword } from '#lib/auth/settings/password-reset.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { currentTokens } from '#lib/routes/next.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'public',
    summary: 'Set a new password with the link from the email',
    body: ResetPasswordInput,
    answer: DoneView,
    refuses: ['invalid', 'weak_password', 'rate_limited'],
  },
  async ({ ctx, body }) => {
    await resetPassword(ctx, body, (await currentTokens()).device);
    return { status: 'ok' };
  },
);
