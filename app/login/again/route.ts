import { logInAgain } from '#lib/auth/login/log-in-again.ts';
import { LogInAgainInput } from '#lib/auth/schema.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'user',
    summary: 'Log in again, for actions that need a fresh login',
    body: LogInAgainInput,
    answer: DoneView,
    refuses: ['invalid', 'conflict', 'rate_limited'],
  },
  async ({ ctx, body }) => {
    await logInAgain(ctx, body);
    return { status: 'ok' };
  },
);
