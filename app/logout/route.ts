import { logOut } from '#lib/auth/login/service.ts';
import { sessionCookie } from '#lib/auth/session/sign-in-session.ts';
import { paths } from '#lib/base/paths.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { isFromElsewhere } from '#lib/http/origin.ts';
import { seeOther } from '#lib/routes/form-route.ts';
import { currentTokens } from '#lib/routes/next.ts';
import { route } from '#lib/routes/route.ts';

const handler = route(
  {
    access: 'public',
    summary: 'Log out',
    answer: DoneView,
    also: { 303: 'Redirects a browser that navigates here to the home page.' },
  },
  async ({ ctx, request }) => {
    if (isFromElsewhere(request.headers)) return seeOther(paths.home);
    await logOut(ctx, (await currentTokens()).session);
    const response = isNavigation(request.headers) ? seeOther(paths.home) : Response.json({ status: 'ok' });
    response.headers.append('set-cookie', sessionCookie(null));
    response.headers.set('clear-site-data', '"cache", "storage"');
    return response;
  },
);
export { handler as GET, handler as POST };

const isNavigation = (headers: Headers) =>
  headers.get('sec-fetch-mode') === 'navigate' || (headers.get('accept') ?? '').includes('text/html');
