import { removeMember } from '#lib/accounts/members.ts';
import { NoInput } from '#lib/auth/schema.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';

export const DELETE = route(
  {
    access: 'user',
    summary: 'Leave the account that you act for',
    details: 'What the account has stays. The last owner cannot leave.',
    body: NoInput,
    answer: DoneView,
    refuses: ['reauthentication_required', 'conflict'],
  },
  async ({ ctx }) => {
    await removeMember(ctx, { account_id: ctx.actor.accountId, user_id: ctx.actor.userId });
    return { status: 'ok' };
  },
);
