import { assertFreshLogin } from '#lib/auth/fresh-login.ts';
import { NoInput } from '#lib/auth/schema.ts';
import { route } from '#lib/http/route.ts';
import { regenerateClientSecret } from '#lib/oauth/manage-clients.ts';
import { OAuthClientParams } from '#lib/oauth/schema.ts';
import { OAuthClientWithSecret } from '#lib/oauth/views.ts';

export const POST = route(
  {
    access: 'admin',
    summary: 'Replace the secret of an OAuth2 client',
    params: OAuthClientParams,
    body: NoInput,
    answer: OAuthClientWithSecret,
    refuses: ['reauthentication_required', 'conflict'],
  },
  async ({ ctx, params }) => {
    await assertFreshLogin(ctx);
    return regenerateClientSecret(ctx, params.id);
  },
);
