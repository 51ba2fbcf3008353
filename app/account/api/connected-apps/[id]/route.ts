import { route } from '#lib/http/route.ts';
import { revokeConnectedApp } from '#lib/oauth/connected-apps.ts';
import { OAuthClientParams } from '#lib/oauth/schema.ts';

export const DELETE = route({ access: 'user', params: OAuthClientParams }, async ({ ctx, params }) => {
  await revokeConnectedApp(ctx, params.id);
  return { status: 'ok' };
});
