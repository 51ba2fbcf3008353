import { changeRole, removeMember } from '#lib/accounts/members.ts';
import { ChangeRoleInput } from '#lib/accounts/schema.ts';
import { IdParams, NoInput } from '#lib/auth/schema.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';

export const PATCH = route(
  {
    access: 'user',
    summary: 'Change the role of a member',
    details: 'A person becomes an owner only by accepting an invitation. The last owner stays one.',
    params: IdParams,
    body: ChangeRoleInput,
    answer: DoneView,
    refuses: ['reauthentication_required', 'forbidden', 'conflict'],
  },
  async ({ ctx, params, body }) => {
    await changeRole(ctx, { account_id: ctx.actor.accountId, user_id: params.id, role: body.role });
    return { status: 'ok' };
  },
);

export const DELETE = route(
  {
    access: 'user',
    summary: 'Remove a member',
    details: 'What the account has stays. The last owner stays, too.',
    params: IdParams,
    body: NoInput,
    answer: DoneView,
    refuses: ['reauthentication_required', 'forbidden', 'conflict'],
  },
  async ({ ctx, params }) => {
    await removeMember(ctx, { account_id: ctx.actor.accountId, user_id: params.id });
    return { status: 'ok' };
  },
);
