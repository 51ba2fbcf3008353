import type { Context, Member } from '#lib/base/context.ts';
import type { Prisma } from '#lib/base/db/db.ts';
import type { UsageTokenListView, UsageTokenView } from './views.ts';

export const usageTokenFields = {
  id: true,
  name: true,
  prefix: true,
  mayReport: true,
  createdAt: true,
  lastUsedAt: true,
} as const satisfies Prisma.UsageTokenSelect;
type UsageTokenRow = Prisma.UsageTokenGetPayload<{ select: typeof usageTokenFields }>;

export const toUsageTokenView = (row: UsageTokenRow): UsageTokenView => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  may_report: row.mayReport,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
});

/** The caller's usage tokens, oldest first. */
export async function listUsageTokens(ctx: Context<Member>): Promise<UsageTokenListView> {
  const rows = await ctx.db.usageToken.findMany({
    where: { accountId: ctx.actor.accountId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: usageTokenFields,
  });
  return { usage_tokens: rows.map(toUsageTokenView) };
}
