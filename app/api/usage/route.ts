import { route } from '#lib/http/route.ts';
import { UsageQuery } from '#lib/usage-tokens/schema.ts';
import { readUsage } from '#lib/usage-tokens/usage.ts';
import { OwnUsageView } from '#lib/usage-tokens/views.ts';

export const GET = route(
  {
    access: 'usage-token',
    summary: 'Read the usage and limits of your keys',
    details: 'At most 60 requests a minute per token.',
    query: UsageQuery,
    answer: OwnUsageView,
  },
  ({ ctx, query }) => readUsage(ctx, query),
);
