import { route } from '#lib/http/route.ts';
import { getPublicClient } from '#lib/oauth/clients.ts';
import { OAuthClientParams } from '#lib/oauth/schema.ts';

export const GET = route({ access: 'user', params: OAuthClientParams }, ({ ctx, params }) =>
  getPublicClient(ctx, params.id),
);
