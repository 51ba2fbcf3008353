import { findOwnKeyId } from '#lib/billing/queries.ts';
import { route } from '#lib/routes/route.ts';
import { getOwnUsage } from '#lib/usage/own.ts';
import { UsageGraphView } from '#lib/usage/views.ts';

export const GET = route(
  { access: 'user', summary: 'Show your usage of the last 24 hours', answer: UsageGraphView },
  async ({ ctx }) => getOwnUsage(ctx, await findOwnKeyId(ctx), '24h'),
);
