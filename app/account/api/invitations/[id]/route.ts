import { revokeInvitation } from '#lib/accounts/invitations.ts';
import { IdParams, NoInput } from '#lib/auth/schema.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';

export const DELETE = route(
  { access: 'user', summary: 'Withdraw an invitation', params: IdParams, body: NoInput, answer: DoneView },
  async ({ ctx, params }) => {
    await revokeInvitation(ctx, params.id);
    return { status: 'ok' };
  },
);
