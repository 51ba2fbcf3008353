import { findOwnKeyId } from '#lib/billing/queries.ts';
import { route } from '#lib/routes/route.ts';
import { awaitLastRequest } from '#lib/usage/own.ts';
import { LastRequestView } from '#lib/usage/views.ts';

export const GET = route(
  { access: 'user', summary: 'Show when a request with your key was last seen', answer: LastRequestView },
  async ({ ctx }) => awaitLastRequest(ctx, await findOwnKeyId(ctx)),
);
