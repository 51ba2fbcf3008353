import { NoInput } from '#lib/auth/schema.ts';
import { route } from '#lib/http/route.ts';
import { regenerateClientSecret } from '#lib/oauth/manage-clients.ts';
import { OAuthClientParams } from '#lib/oauth/schema.ts';

export const POST = route({ access: 'admin', params: OAuthClientParams, body: NoInput }, ({ ctx, params }) =>
  regenerateClientSecret(ctx, params.id),
);
