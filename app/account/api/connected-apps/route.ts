import { route } from '#lib/http/route.ts';
import { listConnectedApps } from '#lib/oauth/connected-apps.ts';
import { ConnectedAppListView } from '#lib/oauth/views.ts';

export const GET = route(
  { access: 'user', summary: 'List your connected apps', answer: ConnectedAppListView },
  ({ ctx }) => listConnectedApps(ctx),
);
