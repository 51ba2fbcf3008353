import { NoInput } from '#lib/auth/schema.ts';
import { disableTwoFactor } from '#lib/auth/settings/two-factor.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'user',
    summary: 'Turn off two-factor login',
    body: NoInput,
    answer: DoneView,
    refuses: ['reauthentication_required', 'conflict'],
  },
  async ({ ctx }) => {
    await disableTwoFactor(ctx);
    return { status: 'ok' };
  },
);
