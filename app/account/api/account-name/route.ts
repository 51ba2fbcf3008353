import { renameAccount } from '#lib/accounts/members.ts';
import { AccountNameInput } from '#lib/accounts/schema.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';

export const PUT = route(
  {
    access: 'user',
    summary: 'Name your account',
    body: AccountNameInput,
    answer: DoneView,
    refuses: ['reauthentication_required', 'forbidden'],
  },
  async ({ ctx, body }) => {
    await renameAccount(ctx, body);
    return { status: 'ok' as const };
  },
);
