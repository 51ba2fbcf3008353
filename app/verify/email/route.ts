import { route } from '#lib/http/route.ts';
import { VerifyEmailInput } from '#lib/users/schema.ts';
import { verifyEmail } from '#lib/users/service.ts';

export const POST = route({ access: 'public', body: VerifyEmailInput }, async ({ ctx, body }) => {
  await verifyEmail(ctx, body);
  return { status: 'ok' };
});
