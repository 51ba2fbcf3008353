import { route } from '#lib/http/route.ts';
import { SignUpInput } from '#lib/users/schema.ts';
import { signUp } from '#lib/users/service.ts';

export const POST = route({ access: 'public', limit: 'sign_up_address', body: SignUpInput }, async ({ ctx, body }) => {
  await signUp(ctx, body);
  return { status: 'ok' };
});
