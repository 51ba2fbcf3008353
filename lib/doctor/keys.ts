import type { Context } from '#lib/context.ts';
import type { Prisma } from '#lib/db.ts';
import { limitOf } from '#lib/fuzzy-keys/limit.ts';
import { endOfKey, keyState } from '#lib/fuzzy-keys/policy.ts';
import { LIST_FLAGS, LISTS } from '#lib/storage/schema.ts';
import type { KeyFacts } from './verdict.ts';

const factFields = {
  keyId: true,
  description: true,
  forbiddenFlags: true,
  rate: true,
  quantity: true,
  suspendedAt: true,
  deletedAt: true,
  worksUntil: true,
  replacedById: true,
  rank: { select: { rate: true, forbiddenFlags: true } },
  subscription: { select: { status: true } },
  user: { select: { blockedAt: true, dailyLimit: true } },
} satisfies Prisma.FuzzyKeySelect;
type Row = Prisma.FuzzyKeyGetPayload<{ select: typeof factFields }>;

/** A key as the verdict needs it, and its name. */
export type KnownKey = KeyFacts & { description: string };

/** What the portal knows about these keys. */
export async function readKeys({ db, now }: Context, keyIds: readonly string[]): Promise<KnownKey[]> {
  const rows = await db.fuzzyKey.findMany({ where: { keyId: { in: [...keyIds] } }, select: factFields });
  return rows.map((row) => factsOf(row, now));
}

function factsOf(row: Row, now: Date): KnownKey {
  const flags = [...row.rank.forbiddenFlags, ...row.forbiddenFlags];
  return {
    keyId: row.keyId,
    description: row.description,
    ...stateOf(row, now),
    hiddenLists: LISTS.filter((list) => flags.includes(LIST_FLAGS[list])),
  };
}

function stateOf(row: Row, now: Date): Pick<KeyFacts, 'state' | 'why'> {
  const state = keyState(row, now);
  if (endOfKey(row, now)) return { state: row.replacedById === null ? 'deleted' : 'ended', why: null };
  if (limitOf(row).rate === 0) return { state: 'suspended', why: 'limit' };
  if (state === 'on') return { state, why: null };
  if (row.user?.blockedAt) return { state: 'suspended', why: 'blocked' };
  const isUnpaid = row.subscription !== null && !['active', 'trialing', 'past_due'].includes(row.subscription.status);
  return { state: 'suspended', why: isUnpaid ? 'billing' : 'admin' };
}
