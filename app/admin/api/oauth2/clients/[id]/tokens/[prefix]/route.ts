import { route } from '#lib/http/route.ts';
import { DoneView } from '#lib/http/views.ts';
import { OAuthTokenParams } from '#lib/oauth/schema.ts';
import { revokeClientToken } from '#lib/oauth/tokens.ts';

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
