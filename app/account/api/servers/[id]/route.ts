import { findOwnKeyId } from '#lib/billing/queries.ts';
import { route } from '#lib/routes/route.ts';
import { nameServer } from '#lib/sources/own-servers.ts';
import { NameServerInput, ServerParams } from '#lib/sources/schema.ts';
import { ServerView } from '#lib/sources/views.ts';

export const PATCH = route(
  {
    access: 'user',
    summary: 'Name a host that uses your key',
    details: 'An empty name removes it.',
    params: ServerParams,
    body: NameServerInput,
    answer: ServerView,
  },
  async ({ ctx, params, body }) => nameServer(ctx, await findOwnKeyId(ctx), { source: params.id, name: body.name }),
);
