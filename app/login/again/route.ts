import { logInAgain } from '#lib/auth/fresh-login.ts';
import { LogInAgainInput } from '#lib/auth/schema.ts';
import { route } from '#lib/http/route.ts';

export const POST = route({ access: 'user', body: LogInAgainInput }, async ({ ctx, body }) => {
  await logInAgain(ctx, body);
  return { status: 'ok' };
});
