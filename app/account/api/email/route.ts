import { route } from '#lib/http/route.ts';
import { cancelEmailChange, getEmailAddress } from '#lib/users/email-change.ts';

export const GET = route({ access: 'user' }, ({ ctx }) => getEmailAddress(ctx));
export const DELETE = route({ access: 'user' }, async ({ ctx }) => {
  await cancelEmailChange(ctx);
  return { status: 'ok' };
});
