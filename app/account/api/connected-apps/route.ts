import { route } from '#lib/http/route.ts';
import { listConnectedApps } from '#lib/oauth/connected-apps.ts';

export const GET = route({ access: 'user' }, ({ ctx }) => listConnectedApps(ctx));
