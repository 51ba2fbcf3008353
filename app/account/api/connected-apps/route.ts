import { route } from '#lib/http/route.ts';
import { listConnectedApps } from '#lib/oauth/connected-apps.ts';
import { ConnectedAppListView } from '#lib/oauth/views.ts';

export const GET = route(
  { access: 'user', summary: 'List the applications that you have let in', answer: ConnectedAppListView },
  ({ ctx }) => listConnectedApps(ctx),
);
