import { ChangePasswordInput } from '#lib/auth/schema.ts';
import { sessionCookie } from '#lib/auth/session/sign-in-session.ts';
import { changePassword } from '#lib/auth/settings/change-password.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'user',
    summary: 'Change your password and log out other browsers and connected apps',
    body: ChangePasswordInput,
    answer: DoneView,
    refuses: ['invalid', 'weak_password', 'conflict', 'rate_limited'],
    details: 'Usage tokens stay valid. The change does not count as a fresh login.',
  },
  async ({ ctx, body }) => {
    const token = await changePassword(ctx, body);
    return Response.json({ status: 'ok' }, { headers: { 'set-cookie': sessionCookie(token) } });
  },
);
