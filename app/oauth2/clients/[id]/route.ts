import { getPublicClient } from '#lib/oauth/clients/clients.ts';
import { OAuthClientParams } from '#lib/oauth/schema.ts';
import { PublicClientView } from '#lib/oauth/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'user', summary: 'Show the name of an OAuth2 client', params: OAuthClientParams, answer: PublicClientView },
  ({ ctx, params }) => getPublicClient(ctx, params.id),
);
