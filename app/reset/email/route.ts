import { currentTokens } from '#lib/auth/next.ts';
import { resetPassword } from '#lib/auth/password-reset.ts';
import { ResetPasswordInput } from '#lib/auth/schema.ts';
import { route } from '#lib/http/route.ts';
import { DoneView } from '#lib/http/views.ts';

export const POST = route(
  {
    access: 'public',
    summary: 'Set a new password with the mailed link',
    body: ResetPasswordInput,
    answer: DoneView,
    refuses: ['invalid', 'weak_password', 'rate_limited'],
  },
  async ({ ctx, body }) => {
    await resetPassword(ctx, body, (await currentTokens()).device);
    return { status: 'ok' };
  },
);
