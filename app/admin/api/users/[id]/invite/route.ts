import { IdParams } from '#lib/auth/schema.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';
import { resendInvitation, revokeInvitation } from '#lib/users/invite/invite.ts';

export const POST = route(
  {
    access: 'admin',
    summary: 'Mail an invitation again',
    params: IdParams,
    answer: DoneView,
    refuses: ['reauthentication_required', 'conflict', 'rate_limited'],
  },
  async ({ ctx, params }) => {
    await resendInvitation(ctx, params.id);
    return { status: 'ok' as const };
  },
);
export const DELETE = route(
  { access: 'admin', summary: 'Revoke an invitation', params: IdParams, answer: DoneView },
  async ({ ctx, params }) => {
    await revokeInvitation(ctx, params.id);
    return { status: 'ok' as const };
  },
);
