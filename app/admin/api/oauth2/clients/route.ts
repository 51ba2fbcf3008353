import { listOAuthClients, OAuthClientListQuery } from '#lib/oauth/clients/clients.ts';
import { createOAuthClient } from '#lib/oauth/clients/manage-clients.ts';
import { CreateOAuthClientInput } from '#lib/oauth/schema.ts';
import { OAuthClientListView, OAuthClientWithSecret } from '#lib/oauth/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'admin', summary: 'List OAuth2 clients', query: OAuthClientListQuery, answer: OAuthClientListView },
  ({ ctx, query }) => listOAuthClients(ctx, query),
);
export const POST = route(
  {
    access: 'admin',
    summary: 'Register an OAuth2 client',
    body: CreateOAuthClientInput,
    answer: OAuthClientWithSecret,
    details: 'Only this response has the secret of a confidential client.',
    refuses: ['reauthentication_required', 'invalid'],
  },
  ({ ctx, body }) => createOAuthClient(ctx, body),
);
