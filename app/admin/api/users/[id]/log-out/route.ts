import { IdParams } from '#lib/auth/schema.ts';
import { EndedSessionsView } from '#lib/auth/views.ts';
import { logOutUser } from '#lib/people/log-out-user.ts';
import { route } from '#lib/routes/route.ts';

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
