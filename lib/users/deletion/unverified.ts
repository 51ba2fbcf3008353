import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context } from '#lib/base/context.ts';
import type { Prisma } from '#lib/base/db/db.ts';
import { promises } from '#lib/base/promises.ts';
import { releaseKeys } from '#lib/users/keys/release-keys.ts';
import { lockUser } from '#lib/users/lock-user.ts';
import { lockEndingAccounts } from './ending-accounts.ts';

/** An account that signed up and never proved its address. Nothing of value can hang on it, because it cannot log in. */
const UNPROVED = {
  email: { not: null },
  emailVerifiedAt: null,
  isAdmin: false,
  account: { stripeCustomerId: null, subscriptions: { none: {} } },
} satisfies Prisma.UserWhereInput;
/** Accounts per run of `deleteUnverified` that one query reads. */
const BATCH = 200;

/**
 * Deletes an unverified user with this address, because an unproved account holds no address (S86): the caller has
 * proved to own it, or an admin vouches for it. A block goes with the account. Keys that an admin gave that user continue without an owner.
 */
export async function freeAddress(tx: Context, email: string): Promise<void> {
  const found = await tx.db.user.findFirst({ where: { ...UNPROVED, email }, select: { id: true } });
  if (found) await deleteIfUnproved(tx, found.id, {});
}

/**
 * Deletes accounts whose address was not verified within seven days of their last sign-up, each in a transaction.
 * Blocked ones stay, so that the block stays. Returns the number of deleted accounts.
 */
export async function deleteUnverified(ctx: Context): Promise<number> {
  const since = new Date(ctx.now.getTime() - promises.unverifiedAccount);
  const isOld = {
    ...UNPROVED,
    blockedAt: null,
    createdAt: { lt: since },
    signUps: { none: { createdAt: { gte: since } } },
    tokens: { none: { expiresAt: { gt: ctx.now } } },
  } satisfies Prisma.UserWhereInput;
  let removed = 0;
  for (let after = ''; ;) {
    const found = await ctx.db.user.findMany({
      where: { ...isOld, ...(after && { id: { gt: after } }) },
      orderBy: { id: 'asc' },
      take: BATCH,
      select: { id: true },
    });
    for (const { id } of found) removed += await transaction(ctx, (tx) => deleteIfUnproved(tx, id, isOld));
    after = found.at(-1)?.id ?? '';
    if (found.length < BATCH) return removed;
  }
}

/** Returns the number of deleted users: none if the address was verified in the meantime. */
async function deleteIfUnproved(tx: Context, id: string, where: Prisma.UserWhereInput): Promise<number> {
  await lockUser(tx, id);
  if (!(await tx.db.user.count({ where: { ...UNPROVED, ...where, id } }))) return 0;
  const accounts = (await lockEndingAccounts(tx, id)).ending.map((account) => account.id);
  const keys = await releaseKeys(tx, accounts, { end: false });
  await tx.db.user.delete({ where: { id } });
  await recordAudit(tx, 'user.deleted', id, { reason: 'unverified', accounts, keys: keys.map((key) => key.id) });
  return 1;
}
