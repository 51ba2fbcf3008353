import { createInitialToken, listInitialTokens } from '#lib/oauth/clients/manage-registration.ts';
import { CreateInitialTokenInput } from '#lib/oauth/schema.ts';
import { InitialTokenListView, InitialTokenWithValue } from '#lib/oauth/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'admin', summary: 'List initial access tokens', answer: InitialTokenListView },
  ({ ctx }) => listInitialTokens(ctx),
);
export const POST = route(
  {
    access: 'admin',
    summary: 'Create an initial access token',
    body: CreateInitialTokenInput,
    answer: InitialTokenWithValue,
    refuses: ['reauthentication_required'],
  },
  ({ ctx, body }) => createInitialToken(ctx, body),
);
