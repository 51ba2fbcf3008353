import { route } from '#lib/http/route.ts';
import { DoneView } from '#lib/http/views.ts';
import { ResendVerificationInput } from '#lib/users/schema.ts';
import { resendVerification } from '#lib/users/service.ts';

export const POST = route(
  {
    access: 'public',
    summary: 'Ask for a new link to verify an address',
    body: ResendVerificationInput,
    answer: DoneView,
    refuses: ['rate_limited'],
  },
  async ({ ctx, body }) => {
    await resendVerification(ctx, body);
    return { status: 'ok' };
  },
);
