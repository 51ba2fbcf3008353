import { currentSessionToken } from '#lib/auth/next.ts';
import { LogInInput } from '#lib/auth/schema.ts';
import { logIn } from '#lib/auth/service.ts';
import { sessionCookie } from '#lib/auth/sign-in-session.ts';
import { formRoute } from '#lib/http/form-route.ts';
import { paths, safeReturnPath } from '#lib/paths.ts';

export const POST = formRoute(
  LogInInput,
  async (ctx, input, fields) => {
    const token = await logIn(ctx, input, await currentSessionToken());
    return { location: safeReturnPath(fields.return_url), cookie: sessionCookie(token) };
  },
  ({ return_url }) => paths.login(return_url),
);
