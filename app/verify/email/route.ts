import { DoneView } from '#lib/http/views.ts';
import { route } from '#lib/routes/route.ts';
import { VerifyEmailInput } from '#lib/users/schema.ts';
import { verifyEmail } from '#lib/users/service.ts';

export const POST = route(
  {
    access: 'public',
    summary: 'Verify an email address with the mailed link',
    body: VerifyEmailInput,
    answer: DoneView,
    refuses: ['invalid', 'rate_limited'],
  },
  async ({ ctx, body }) => {
    await verifyEmail(ctx, body);
    return { status: 'ok' };
  },
);
