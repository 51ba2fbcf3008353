import { NoInput } from '#lib/auth/schema.ts';
import { disableTwoFactor } from '#lib/auth/two-factor.ts';
import { route } from '#lib/http/route.ts';
import { DoneView } from '#lib/http/views.ts';

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
