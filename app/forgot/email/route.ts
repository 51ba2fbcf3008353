import { requestPasswordReset } from '#lib/auth/password-reset.ts';
import { ForgotPasswordInput } from '#lib/auth/schema.ts';
import { route } from '#lib/http/route.ts';

export const POST = route({ access: 'public', body: ForgotPasswordInput }, async ({ ctx, body }) => {
  await requestPasswordReset(ctx, body);
  return { status: 'ok' };
});
