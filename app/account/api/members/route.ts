import { listMembers } from '#lib/accounts/members.ts';
import { MembersView } from '#lib/accounts/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'user', summary: 'List the members of your account, and whom it invited', answer: MembersView },
  ({ ctx }) => listMembers(ctx),
);
