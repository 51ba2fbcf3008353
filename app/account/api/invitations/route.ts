import { inviteMember } from '#lib/accounts/invitations.ts';
import { InviteMemberInput } from '#lib/accounts/schema.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'user',
    summary: 'Invite a person to act for your account',
    details: 'Sends a link that works once. It replaces an earlier invitation of the same address.',
    body: InviteMemberInput,
    answer: DoneView,
    refuses: ['reauthentication_required', 'forbidden', 'conflict'],
  },
  async ({ ctx, body }) => {
    await inviteMember(ctx, body);
    return { status: 'ok' };
  },
);
