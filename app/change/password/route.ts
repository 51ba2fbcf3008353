import { changePassword } from '#lib/auth/change-password.ts';
import { ChangePasswordInput } from '#lib/auth/schema.ts';
import { sessionCookie } from '#lib/auth/sign-in-session.ts';
import { route } from '#lib/http/route.ts';

export const POST = route({ access: 'user', body: ChangePasswordInput }, async ({ ctx, body }) => {
  const token = await changePassword(ctx, body);
  return Response.json({ status: 'ok' }, { headers: { 'set-cookie': sessionCookie(token) } });
});
