import { errorResponse } from '#lib/http/answers/error-response.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { getOAuthClient } from '#lib/oauth/clients/clients.ts';
import { deleteOAuthClient, StaleClient, updateOAuthClient } from '#lib/oauth/clients/manage-clients.ts';
import { OAuthClientParams, UpdateOAuthClientInput } from '#lib/oauth/schema.ts';
import { OAuthClientView, OAuthClientWithSecret } from '#lib/oauth/views.ts';
import { route } from '#lib/routes/route.ts';

const params = OAuthClientParams;

export const GET = route(
  { access: 'admin', summary: 'Show an OAuth2 client', params, answer: OAuthClientView },
  ({ ctx, params: { id } }) => getOAuthClient(ctx, id),
);
export const PUT = route(
  {
    access: 'admin',
    summary: 'Update an OAuth2 client',
    params,
    body: UpdateOAuthClientInput,
    answer: OAuthClientWithSecret,
    details: 'Changing a URI or the type, and giving the client more, need a login within the last ten minutes.',
    refuses: ['reauthentication_required', 'invalid', 'conflict'],
  },
  async ({ ctx, params: { id }, body }) => {
    try {
      return await updateOAuthClient(ctx, id, body);
    } catch (error) {
      if (error instanceof StaleClient) return withClient(errorResponse(error, ctx.requestId), error);
      throw error;
    }
  },
);
export const DELETE = route(
  {
    access: 'admin',
    summary: 'Delete an OAuth2 client and its tokens',
    params,
    answer: DoneView,
    refuses: ['reauthentication_required'],
  },
  async ({ ctx, params: { id } }) => {
    await deleteOAuthClient(ctx, id);
    return { status: 'ok' };
  },
);

/** The error response plus the fresh row (R24). */
async function withClient(refusal: Response, { client }: StaleClient): Promise<Response> {
  const body = (await refusal.json()) as object;
  return Response.json({ ...body, client }, { status: refusal.status });
}
