import { route } from '#lib/http/route.ts';
import { ResendVerificationInput } from '#lib/users/schema.ts';
import { resendVerification } from '#lib/users/service.ts';

export const POST = route({ access: 'public', body: ResendVerificationInput }, async ({ ctx, body }) => {
  await resendVerification(ctx, body);
  return { status: 'ok' };
});
