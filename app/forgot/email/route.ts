import { ForgotPasswordInput } from '#lib/auth/schema.ts';
import { requestPasswordReset } from '#lib/auth/settings/password-reset.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'public',
    summary: 'Request a link to reset your password',
    body: ForgotPasswordInput,
    answer: DoneView,
    refuses: ['rate_limited'],
  },
  async ({ ctx, body }) => {
    await requestPasswordReset(ctx, body);
    return { status: 'ok' };
  },
);
