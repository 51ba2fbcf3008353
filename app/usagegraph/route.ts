import { getOwnUsage } from '#lib/billing/usage.ts';
import { route } from '#lib/http/route.ts';
import { UsageGraphView } from '#lib/usage/views.ts';

export const GET = route(
  { access: 'user', summary: 'Show your usage of the last 24 hours', answer: UsageGraphView },
  ({ ctx }) => getOwnUsage(ctx, '24h'),
);
