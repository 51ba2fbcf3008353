import { listClientTokens, OAuthTokenListQuery } from '#lib/oauth/clients/tokens.ts';
import { OAuthClientParams } from '#lib/oauth/schema.ts';
import { OAuthTokenListView } from '#lib/oauth/views.ts';
import { route } from '#lib/routes/route.ts';

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
