import { currentSessionToken } from '#lib/auth/next.ts';
import { LogInInput } from '#lib/auth/schema.ts';
import { logIn } from '#lib/auth/service.ts';
import { sessionCookie } from '#lib/auth/sign-in-session.ts';
import { route } from '#lib/http/route.ts';

export const POST = route({ access: 'public', body: LogInInput }, async ({ ctx, body }) => {
  const token = await logIn(ctx, body, await currentSessionToken());
  return Response.json({ status: 'ok' }, { headers: { 'set-cookie': sessionCookie(token) } });
});
