import { NoInput } from '#lib/auth/schema.ts';
import { regenerateClientSecret } from '#lib/oauth/clients/manage-clients.ts';
import { OAuthClientParams } from '#lib/oauth/schema.ts';
import { OAuthClientWithSecret } from '#lib/oauth/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'admin',
    summary: 'Replace the secret of an OAuth2 client',
    params: OAuthClientParams,
    body: NoInput,
    answer: OAuthClientWithSecret,
    refuses: ['reauthentication_required', 'conflict'],
  },
  ({ ctx, params }) => regenerateClientSecret(ctx, params.id),
);
