import { joinAccount } from '#lib/accounts/invitations.ts';
import { AcceptInvitationInput } from '#lib/accounts/schema.ts';
import { JoinedView } from '#lib/accounts/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'user',
    summary: 'Accept an invitation to act for an account',
    details: 'The session acts for this account from then on.',
    body: AcceptInvitationInput,
    answer: JoinedView,
    refuses: ['reauthentication_required', 'forbidden'],
  },
  async ({ ctx, body }) => ({ account_id: await joinAccount(ctx, body.token) }),
);
