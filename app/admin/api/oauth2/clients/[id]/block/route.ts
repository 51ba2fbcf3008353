import { blockOAuthClient } from '#lib/oauth/clients/manage-clients.ts';
import { BlockClientInput, OAuthClientParams } from '#lib/oauth/schema.ts';
import { OAuthClientView } from '#lib/oauth/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'admin',
    summary: 'Block or unblock an OAuth2 client',
    params: OAuthClientParams,
    body: BlockClientInput,
    answer: OAuthClientView,
    details: 'Blocking ends its tokens. Unblocking needs a login within the last ten minutes.',
    refuses: ['reauthentication_required'],
  },
  ({ ctx, params: { id }, body: { blocked } }) => blockOAuthClient(ctx, id, blocked),
);
