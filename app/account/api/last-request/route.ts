import { findOwnKeyId } from '#lib/billing/queries.ts';
import { route } from '#lib/routes/route.ts';
import { getLastRequest } from '#lib/usage/own.ts';
import { LastRequestView } from '#lib/usage/views.ts';

export const GET = route(
  { access: 'user', summary: 'Show when a request with your key was last seen', answer: LastRequestView },
  async ({ ctx }) => getLastRequest(ctx, await findOwnKeyId(ctx)),
);
