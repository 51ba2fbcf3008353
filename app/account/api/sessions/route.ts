import { listSessions } from '#lib/auth/queries.ts';
import { endOtherSessions } from '#lib/auth/sessions.ts';
import { EndedSessionsView, SessionListView } from '#lib/auth/views.ts';
import { route } from '#lib/http/route.ts';

export const GET = route({ access: 'user', summary: 'List your sessions', answer: SessionListView }, ({ ctx }) =>
  listSessions(ctx),
);
export const DELETE = route(
  { access: 'user', summary: 'End all your other sessions', answer: EndedSessionsView },
  ({ ctx }) => endOtherSessions(ctx),
);
