import { route } from '#lib/http/route.ts';
import { OAuthClientParams } from '#lib/oauth/schema.ts';
import { listClientTokens, OAuthTokenListQuery } from '#lib/oauth/tokens.ts';
import { OAuthTokenListView } from '#lib/oauth/views.ts';

export const GET = route(
  {
    access: 'admin',
    summary: "List a client's active tokens",
    params: OAuthClientParams,
    query: OAuthTokenListQuery,
    answer: OAuthTokenListView,
  },
  ({ ctx, params, query }) => listClientTokens(ctx, params.id, query),
);
