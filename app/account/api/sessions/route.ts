import { listSessions } from '#lib/auth/session/queries.ts';
import { endOtherSessions } from '#lib/auth/session/sessions.ts';
import { EndedSessionsView, SessionListView } from '#lib/auth/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route({ access: 'user', summary: 'List your sessions', answer: SessionListView }, ({ ctx }) =>
  listSessions(ctx),
);
export const DELETE = route(
  { access: 'user', summary: 'End all your other sessions', answer: EndedSessionsView },
  ({ ctx }) => endOtherSessions(ctx),
);
