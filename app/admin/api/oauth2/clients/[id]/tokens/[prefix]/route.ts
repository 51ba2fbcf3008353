import { DoneView } from '#lib/http/answers/views.ts';
import { revokeClientToken } from '#lib/oauth/clients/tokens.ts';
import { OAuthTokenParams } from '#lib/oauth/schema.ts';
import { route } from '#lib/routes/route.ts';

export const DELETE = route(
  {
    access: 'admin',
    summary: 'Revoke a token by its first 8 characters',
    params: OAuthTokenParams,
    answer: DoneView,
    refuses: ['malformed', 'conflict'],
  },
  async ({ ctx, params: { id, prefix } }) => {
    await revokeClientToken(ctx, id, prefix);
    return { status: 'ok' };
  },
);
