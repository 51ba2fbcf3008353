import type { Admin, Context } from '#lib/base/context.ts';
import type { Prisma } from '#lib/base/db/db.ts';
import { limitOf } from './limit.ts';
import { keyState } from './policy.ts';
import type { FuzzyKeyView } from './schema.ts';
import { whereNotEnded } from './usable-key.ts';
import type { PublicKeyMapEntry, RankMap } from './views.ts';

/** The columns that a view of a key needs. */
export const fuzzyKeyFields = {
  id: true,
  description: true,
  publicKey: true,
  keyId: true,
  rankId: true,
  quantity: true,
  rate: true,
  forbiddenFlags: true,
  email: true,
  accountId: true,
  subscriptionId: true,
  suspendedAt: true,
  deletedAt: true,
  privateKeySealed: true,
  replacedById: true,
  worksUntil: true,
  version: true,
  createdAt: true,
  account: { select: { blockedAt: true } },
} satisfies Prisma.FuzzyKeySelect;

type FuzzyKeyRecord = Prisma.FuzzyKeyGetPayload<{ select: typeof fuzzyKeyFields }>;

/** A key without its private half. */
export function toFuzzyKeyView(row: FuzzyKeyRecord, now: Date): FuzzyKeyView {
  const { rankId, suspendedAt: _suspended, deletedAt: _deleted, privateKeySealed, account: _account, ...rest } = row;
  return { ...rest, rank: rankId, state: keyState(row, now), isExternal: privateKeySealed === null };
}

/** All ranks, by number. */
export async function getRanks(ctx: Context<Admin>): Promise<{ ranks: RankMap }> {
  const rows = await ctx.db.rank.findMany({ orderBy: { rank: 'asc' } });
  const entries = rows.map(({ rank, emoji, description, rate }) => [
    String(rank),
    { emoji, description, ratelimit: rate === null ? null : { rate } },
  ]);
  return { ranks: Object.fromEntries(entries) as RankMap };
}

/** The public half of every key that has not ended, with its own rate per unit if it has one. */
export async function getPublicKeyMap(ctx: Context<Admin>): Promise<{ keys: PublicKeyMapEntry[] }> {
  const rows = await ctx.db.fuzzyKey.findMany({
    where: whereNotEnded(ctx.now),
    orderBy: { id: 'asc' },
    select: {
      publicKey: true,
      description: true,
      quantity: true,
      rate: true,
      rank: { select: { rate: true } },
      account: { select: { dailyLimit: true } },
    },
  });
  const keys = rows.map((row) => {
    const { rate, source } = limitOf(row);
    const ratelimit = source === 'key' && rate !== null ? { ratelimit: { rate } } : {};
    return { pubkey: row.publicKey, extensions: { name: row.description, ...ratelimit } };
  });
  return { keys };
}

/**
 * The key ids of all keys, or of the key with the given description, by description. Includes deleted keys, because
 * they have usage.
 */
export async function getNameMap(
  ctx: Context<Admin>,
  { description }: { description?: string | undefined } = {},
): Promise<Record<string, string>> {
  const rows = await ctx.db.fuzzyKey.findMany({
    ...(description !== undefined && { where: { description } }),
    orderBy: { id: 'asc' },
    select: { description: true, keyId: true },
  });
  return Object.fromEntries(rows.map(({ description, keyId }) => [description, keyId]));
}
