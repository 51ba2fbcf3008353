import type { PlanName } from '#lib/billing/plan.ts';
import { usageLimitOf } from '#lib/billing/usage-limit.ts';
import type { Context, UsageReader } from '#lib/context.ts';
import type { Prisma } from '#lib/db.ts';
import { keyState } from '#lib/fuzzy-keys/queries.ts';
import type { KeyState } from '#lib/fuzzy-keys/views.ts';
import { DELETED_KEY_STAYS_MS } from '#lib/storage/key-map.ts';
import { findChains } from '#lib/usage/chains.ts';
import type { KeyUsageView } from './views.ts';

const SHOWN_LENGTH = 8;

/** A key and whose usage counts as its own. */
export type ReadKey = {
  /** row ids: its own, and those of the keys it replaced */
  chain: readonly number[];
  /** how the public key begins */
  label: string;
  keyId: string;
  state: KeyState;
  createdAt: Date;
  lastUsedAt: Date | null;
  plan: KeyUsageView['plan'];
  limit: KeyUsageView['limit'];
};

const readKeyFields = {
  ...{ id: true, publicKey: true, keyId: true, quantity: true },
  ...{ suspendedAt: true, deletedAt: true, createdAt: true },
  user: { select: { dailyLimit: true } },
  subscription: { select: { plan: true, productName: true, status: true, quantity: true, startedAt: true } },
} satisfies Prisma.FuzzyKeySelect;
type KeyRow = Prisma.FuzzyKeyGetPayload<{ select: typeof readKeyFields }>;

/** The keys of the token's owner: those in use, and those deleted while the storage still answers for them, 30 days. */
export async function findReadKeys({ db, actor, now }: Context<UsageReader>): Promise<ReadKey[]> {
  const isKnown = { gt: new Date(now.getTime() - DELETED_KEY_STAYS_MS) };
  const keys = await db.fuzzyKey.findMany({
    where: { userId: actor.userId, replacedById: null, OR: [{ deletedAt: null }, { deletedAt: isKnown }] },
    orderBy: { id: 'asc' },
    select: readKeyFields,
  });
  const chains = await findChains(
    db,
    keys.map(({ id }) => id),
  );
  const used = await db.fuzzyKey.findMany({
    where: { id: { in: [...chains.values()].flat() }, lastUsedAt: { not: null } },
    orderBy: { lastUsedAt: 'desc' },
    select: { id: true, lastUsedAt: true },
  });
  return keys.map((key) => {
    const chain = chains.get(key.id) ?? [key.id];
    const lastUsedAt = used.find(({ id }) => chain.includes(id))?.lastUsedAt ?? null;
    return { ...toReadKey(key), chain, lastUsedAt };
  });
}

const toReadKey = (key: KeyRow): Omit<ReadKey, 'chain' | 'lastUsedAt'> => ({
  label: key.publicKey.slice(0, SHOWN_LENGTH),
  keyId: key.keyId,
  state: keyState(key),
  createdAt: key.createdAt,
  plan: {
    product: key.subscription?.productName ?? null,
    status: key.subscription?.status ?? null,
    quantity: key.quantity,
  },
  limit: limitOf(key),
});

/** What the dashboard says of the key: the person's own limit, else that of the plan it was bought with. */
function limitOf({ user, subscription }: KeyRow): KeyUsageView['limit'] {
  if (!subscription) return usageLimitOf(user?.dailyLimit ?? null, [], 'user');
  const { plan, status, quantity, startedAt } = subscription;
  const bought = { plan: plan as PlanName | null, status, quantity, started_at: startedAt.toISOString() };
  return usageLimitOf(user?.dailyLimit ?? null, [bought], 'user');
}
