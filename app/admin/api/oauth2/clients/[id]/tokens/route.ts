import { route } from '#lib/http/route.ts';
import { OAuthClientParams } from '#lib/oauth/schema.ts';
import { listClientTokens, OAuthTokenListQuery } from '#lib/oauth/tokens.ts';

export const GET = route(
  { access: 'admin', params: OAuthClientParams, query: OAuthTokenListQuery },
  ({ ctx, params, query }) => listClientTokens(ctx, params.id, query),
);
