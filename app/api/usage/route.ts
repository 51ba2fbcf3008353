import { route } from '#lib/routes/route.ts';
import { readUsage } from '#lib/usage/own.ts';
import { UsageQuery } from '#lib/usage/schema.ts';
import { OwnUsageView } from '#lib/usage/views.ts';
import { findReadKeys } from '#lib/usage-tokens/keys.ts';

export const GET = route(
  {
    access: 'usage-token',
    summary: 'Read the usage and limits of your keys',
    details: 'At most 60 requests a minute per token.',
    query: UsageQuery,
    answer: OwnUsageView,
  },
  async ({ ctx, query }) => readUsage(ctx, await findReadKeys(ctx), query),
);
