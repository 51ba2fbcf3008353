import type { Context, UsageReader } from '#lib/base/context.ts';
import type { Prisma } from '#lib/base/db/db.ts';
import { usageLimitOfKey } from '#lib/billing/limit.ts';
import { keyState } from '#lib/fuzzy-keys/policy.ts';
import { DELETED_KEY_STAYS_MS } from '#lib/storage/key-map.ts';
import { findChains } from '#lib/usage/chains.ts';
import type { ReadKey } from '#lib/usage/own.ts';
import { findLastUses } from '#lib/usage/queries.ts';

const SHOWN_LENGTH = 8;

const readKeyFields = {
  id: true,
  publicKey: true,
  keyId: true,
  rate: true,
  quantity: true,
  suspendedAt: true,
  deletedAt: true,
  worksUntil: true,
  createdAt: true,
  account: { select: { dailyLimit: true, blockedAt: true } },
  subscription: { select: { plan: true, productName: true, status: true, quantity: true } },
} satisfies Prisma.FuzzyKeySelect;
type KeyRow = Prisma.FuzzyKeyGetPayload<{ select: typeof readKeyFields }>;

/** The keys of the token's owner: keys in use, and deleted keys for the 30 days that they stay in the key map. */
export async function findReadKeys({ db, actor, now }: Context<UsageReader>): Promise<ReadKey[]> {
  const isKnown = { gt: new Date(now.getTime() - DELETED_KEY_STAYS_MS) };
  const keys = await db.fuzzyKey.findMany({
    where: { accountId: actor.accountId, replacedById: null, OR: [{ deletedAt: null }, { deletedAt: isKnown }] },
    orderBy: { id: 'asc' },
    select: readKeyFields,
  });
  const chains = await findChains(
    db,
    keys.map(({ id }) => id),
  );
  const used = await findLastUses(db, [...chains.values()].flat());
  return keys.map((key) => {
    const chain = chains.get(key.id) ?? [key.id];
    const lastUsedAt = used.find(({ id }) => chain.includes(id))?.at ?? null;
    return { ...toReadKey(key, now), chain, lastUsedAt };
  });
}

const toReadKey = (key: KeyRow, now: Date): Omit<ReadKey, 'chain' | 'lastUsedAt'> => ({
  label: key.publicKey.slice(0, SHOWN_LENGTH),
  keyId: key.keyId,
  state: keyState(key, now),
  createdAt: key.createdAt,
  plan: {
    product: key.subscription?.productName ?? null,
    status: key.subscription?.status ?? null,
    quantity: key.quantity,
  },
  limit: usageLimitOfKey(key),
});
