import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context } from '#lib/base/context.ts';
import { DAY } from '#lib/base/time.ts';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from '#lib/oauth/algorithms.ts';
import { createMissingKeys, generateSpareKeys, lockSigningKeys } from './signing-keys.ts';

/** How long a key signs. */
const ACTIVE_MS = 90 * DAY;
/** How long a key is published before it signs: longer than clients cache the key set. */
const PUBLISHED_MS = 2 * DAY;
/**
 * How long a key stays published after it last signed. ID tokens expire after an hour; this is as long as the longest
 * session, because a client identifies a user by an old token when it logs the user out.
 */
const RETIRED_MS = 30 * DAY;

/**
 * `now`: rotates keys of any age. `compromised`: also removes the key that signed until now, so that its tokens fail.
 */
export type Urgency = 'when_due' | 'now' | 'compromised';

/**
 * Lets the next key of each algorithm sign when the active key is old enough, creates another next key, and removes
 * keys that are no longer needed (S80). Safe to call often and concurrently. Returns whether an active key has changed.
 */
export async function rotateSigningKeys(ctx: Context, urgency: Urgency = 'when_due'): Promise<boolean> {
  const spare = await generateSpareKeys(ctx.db, await listDue(ctx, urgency));
  return transaction(ctx, async (tx) => {
    await lockSigningKeys(tx);
    await createMissingKeys(tx, spare);
    const due = await listDue(tx, urgency);
    for (const alg of due) await promoteNext(tx, alg);
    await removeRetired(tx, urgency === 'compromised' ? tx.now : before(tx, RETIRED_MS));
    await createMissingKeys(tx, spare);
    return due.length > 0;
  });
}

async function listDue(ctx: Context, urgency: Urgency): Promise<SigningAlgorithm[]> {
  const due: SigningAlgorithm[] = [];
  for (const alg of SIGNING_ALGORITHMS) if (urgency !== 'when_due' || (await isTime(ctx, alg))) due.push(alg);
  return due;
}

async function isTime(ctx: Context, alg: SigningAlgorithm): Promise<boolean> {
  const old = { state: 'active', activatedAt: { lte: before(ctx, ACTIVE_MS) } } as const;
  const known = { state: 'next', createdAt: { lte: before(ctx, PUBLISHED_MS) } } as const;
  return (await ctx.db.signingKey.count({ where: { alg, OR: [old, known] } })) === 2;
}

async function promoteNext(tx: Context, alg: SigningAlgorithm): Promise<void> {
  const retired = { state: 'retired', retiredAt: tx.now } as const;
  await tx.db.signingKey.updateMany({ where: { alg, state: 'active' }, data: retired });
  const promoted = await tx.db.signingKey.updateManyAndReturn({
    where: { alg, state: 'next' },
    data: { state: 'active', activatedAt: tx.now },
    select: { kid: true },
  });
  for (const { kid } of promoted) await recordAudit(tx, 'signing_key.activated', kid);
}

async function removeRetired(tx: Context, until: Date): Promise<void> {
  const where = { state: 'retired', retiredAt: { lte: until } } as const;
  for (const { kid } of await tx.db.signingKey.findMany({ where, select: { kid: true } })) {
    await tx.db.signingKey.deleteMany({ where: { kid } });
    await recordAudit(tx, 'signing_key.deleted', kid);
  }
}

const before = (ctx: Context, ms: number) => new Date(ctx.now.getTime() - ms);
