import { ResendVerificationInput } from '#lib/auth/schema.ts';
import { resendVerification } from '#lib/auth/sign-up/verify-email.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { currentTokens } from '#lib/routes/next.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'public',
    summary: 'Request a new verification link',
    body: ResendVerificationInput,
    answer: DoneView,
    refuses: ['rate_limited'],
  },
  async ({ ctx, body }) => {
    await resendVerification(ctx, body, (await currentTokens()).signUp);
    return { status: 'ok' };
  },
);
