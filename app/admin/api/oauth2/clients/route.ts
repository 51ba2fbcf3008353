import { route } from '#lib/http/route.ts';
import { listOAuthClients, OAuthClientListQuery } from '#lib/oauth/clients.ts';
import { createOAuthClient } from '#lib/oauth/manage-clients.ts';
import { CreateOAuthClientInput } from '#lib/oauth/schema.ts';

export const GET = route({ access: 'admin', query: OAuthClientListQuery }, ({ ctx, query }) =>
  listOAuthClients(ctx, query),
);
export const POST = route({ access: 'admin', body: CreateOAuthClientInput }, ({ ctx, body }) =>
  createOAuthClient(ctx, body),
);
