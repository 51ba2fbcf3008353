import { IdParams } from '#lib/auth/schema.ts';
import { EndedSessionsView } from '#lib/auth/views.ts';
import { route } from '#lib/routes/route.ts';
import { logOutUser } from '#lib/users/log-out-user.ts';

export const POST = route(
  {
    access: 'admin',
    summary: 'Log a user out everywhere',
    details: 'Ends sessions and the tokens of connected apps. Usage tokens stay.',
    params: IdParams,
    answer: EndedSessionsView,
    refuses: ['conflict'],
  },
  ({ ctx, params }) => logOutUser(ctx, params.id),
);
