import { resetPassword } from '#lib/auth/password-reset.ts';
import { ResetPasswordInput } from '#lib/auth/schema.ts';
import { route } from '#lib/http/route.ts';

export const POST = route({ access: 'public', body: ResetPasswordInput }, async ({ ctx, body }) => {
  await resetPassword(ctx, body);
  return { status: 'ok' };
});
