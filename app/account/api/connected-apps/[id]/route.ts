import { route } from '#lib/http/route.ts';
import { DoneView } from '#lib/http/views.ts';
import { revokeConnectedApp } from '#lib/oauth/connected-apps.ts';
import { OAuthClientParams } from '#lib/oauth/schema.ts';

export const DELETE = route(
  {
    access: 'user',
    summary: 'Revoke a connected app',
    params: OAuthClientParams,
    answer: DoneView,
  },
  async ({ ctx, params }) => {
    await revokeConnectedApp(ctx, params.id);
    return { status: 'ok' };
  },
);
