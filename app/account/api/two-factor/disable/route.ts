import { NoInput } from '#lib/auth/schema.ts';
import { disableTwoFactor } from '#lib/auth/two-factor.ts';
import { route } from '#lib/http/route.ts';

export const POST = route({ access: 'user', body: NoInput }, async ({ ctx }) => {
  await disableTwoFactor(ctx);
  return { status: 'ok' };
});
