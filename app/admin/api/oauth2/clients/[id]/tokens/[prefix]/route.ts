import { route } from '#lib/http/route.ts';
import { OAuthTokenParams } from '#lib/oauth/schema.ts';
import { revokeClientToken } from '#lib/oauth/tokens.ts';

export const DELETE = route({ access: 'admin', params: OAuthTokenParams }, async ({ ctx, params: { id, prefix } }) => {
  await revokeClientToken(ctx, id, prefix);
  return { status: 'ok' };
});
