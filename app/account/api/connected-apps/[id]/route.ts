import { DoneView } from '#lib/http/answers/views.ts';
import { revokeConnectedApp } from '#lib/oauth/clients/connected-apps.ts';
import { OAuthClientParams } from '#lib/oauth/schema.ts';
import { route } from '#lib/routes/route.ts';

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
