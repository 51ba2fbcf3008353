import { listConnectedApps } from '#lib/oauth/clients/connected-apps.ts';
import { ConnectedAppListView } from '#lib/oauth/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'user', summary: 'List your connected apps', answer: ConnectedAppListView },
  ({ ctx }) => listConnectedApps(ctx),
);
