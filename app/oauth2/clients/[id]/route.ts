import { route } from '#lib/http/route.ts';
import { getPublicClient } from '#lib/oauth/clients.ts';
import { OAuthClientParams } from '#lib/oauth/schema.ts';
import { PublicClientView } from '#lib/oauth/views.ts';

export const GET = route(
  { access: 'user', summary: 'Show the name of an OAuth2 client', params: OAuthClientParams, answer: PublicClientView },
  ({ ctx, params }) => getPublicClient(ctx, params.id),
);
