import { inWords, promises } from '#lib/base/promises.ts';
import { route } from '#lib/routes/route.ts';
import { inviteUser } from '#lib/users/invite/invite.ts';
import { InviteUserInput } from '#lib/users/schema.ts';
import { CreatedUserAnswer } from '#lib/users/views.ts';

export const POST = route(
  {
    access: 'admin',
    summary: 'Invite a user, who chooses the password',
    details: `Creates a verified user with a key. The link in the email works once, for ${inWords(promises.invitation)}.`,
    body: InviteUserInput,
    answer: CreatedUserAnswer,
    refuses: ['reauthentication_required', 'invalid', 'conflict', 'not_found', 'rate_limited'],
  },
  async ({ ctx, body }) => ({ status: 'ok', ...(await inviteUser(ctx, body)) }),
);
