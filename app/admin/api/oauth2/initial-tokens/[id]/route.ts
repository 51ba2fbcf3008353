import { DoneView } from '#lib/http/answers/views.ts';
import { revokeInitialToken } from '#lib/oauth/clients/manage-registration.ts';
import { InitialTokenParams } from '#lib/oauth/schema.ts';
import { route } from '#lib/routes/route.ts';

export const DELETE = route(
  { access: 'admin', summary: 'Revoke an initial access token', params: InitialTokenParams, answer: DoneView },
  async ({ ctx, params: { id } }) => {
    await revokeInitialToken(ctx, id);
    return { status: 'ok' };
  },
);
