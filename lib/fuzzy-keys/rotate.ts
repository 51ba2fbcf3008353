import { recordAudit } from '#lib/audit/audit.ts';
import { contacts } from '#lib/contacts.ts';
import { transaction, type Context, type Member } from '#lib/context.ts';
import { env } from '#lib/env.ts';
import { DomainError } from '#lib/errors.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { queueMail } from '#lib/mail/service.ts';
import { paths } from '#lib/paths.ts';
import { getKeyRow } from './key-rows.ts';
import { changedMeanwhile, factsOf, lockKey, lockNamedKey, olderKeys } from './locks.ts';
import { canRotate } from './policy.ts';
import type { FuzzyKeyView, Grace, RotateFuzzyKeyInput } from './schema.ts';
import { createFuzzyKey } from './service.ts';
import type { RotatedKey } from './views.ts';

const HOUR_MS = 60 * 60 * 1000;
const GRACE_MS: Record<Grace, number> = { now: 0, '1h': HOUR_MS, '24h': 24 * HOUR_MS, '7d': 7 * 24 * HOUR_MS };

/**
 * Puts a new pair in the place of a key: it takes over description, owner, rank, rate, quantity and subscription. The old
 * one is renamed, goes on working for the grace, and then is deleted for good; keys that were replaced before end with it
 * at the latest. The owner is told by mail. Throws `not_found`, and `conflict` for a key that does not work, is external,
 * or is rotated by somebody else at the same time (S53).
 */
export async function rotateFuzzyKey(
  ctx: Context<Member>,
  { description, grace }: RotateFuzzyKeyInput,
): Promise<RotatedKey> {
  return transaction(ctx, async (tx) => {
    const old = await lockToRotate(tx, description);
    const worksUntil = new Date(tx.now.getTime() + GRACE_MS[grace]);
    for (const older of await olderKeys(tx, old.id))
      if (older.worksUntil > worksUntil) await endAt(tx, older.id, worksUntil);
    await endAt(tx, old.id, worksUntil, { description: oldDescription(old), subscriptionId: null });
    const fresh = await createFuzzyKey(tx, { ...old, description });
    await tx.db.fuzzyKey.update({ where: { id: old.id }, data: { replacedById: fresh.id } });
    await tx.db.user.updateMany({ where: { customKey: old.publicKey }, data: { customKey: fresh.publicKey } });
    const worksUntilText = worksUntil.toISOString();
    await recordAudit(tx, 'fuzzy_key.rotated', String(old.id), { replaced_by: fresh.id, works_until: worksUntilText });
    await notifyOwner(tx, fresh, grace === 'now' ? null : worksUntilText);
    return {
      key: fresh.publicKey,
      fuzzy_key: await getKeyRow(tx.db, tx.now, fresh.id),
      old_key: await getKeyRow(tx.db, tx.now, old.id),
    };
  });
}

/** The job `fuzzy_key.retire`: writes down that the grace of a rotated key has ended. The key map and the lists see that by themselves. */
export async function retireFuzzyKey(ctx: Context, { id }: { id: number }): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { deletedAt, worksUntil } = await lockKey(tx.db, id);
    if (deletedAt || !worksUntil) return;
    // The worker's clock may be behind that of the queue.
    if (worksUntil > tx.now) return enqueue(tx.db, 'fuzzy_key.retire', { id }, { startAfter: worksUntil });
    await tx.db.fuzzyKey.update({ where: { id }, data: { deletedAt: worksUntil, version: { increment: 1 } } });
    await recordAudit(tx, 'fuzzy_key.retired', String(id), { works_until: worksUntil.toISOString() });
  });
}

/** Unique, because it holds the key's own id; markers in front of it still say what type of key it is (spec §4). */
const oldDescription = ({ description, keyId }: FuzzyKeyView) => `${description} (old key ${keyId})`;

/** The owner's row first, as deleting a user locks them. */
async function lockToRotate(tx: Context, description: string): Promise<FuzzyKeyView> {
  const known = await tx.db.fuzzyKey.findUnique({ where: { description }, select: { userId: true } });
  if (known?.userId) await tx.db.$queryRaw`SELECT 1 FROM users WHERE id = ${known.userId}::uuid FOR KEY SHARE`;
  const key = await lockNamedKey(tx, description);
  if (key.userId !== (known?.userId ?? null)) throw changedMeanwhile();
  if (!canRotate(factsOf(key)))
    throw new DomainError(
      'conflict',
      key.isExternal
        ? 'This key was made elsewhere, and cannot be rotated here.'
        : 'Only a key that works and was not replaced can be rotated.',
    );
  return key;
}

async function endAt(
  tx: Context,
  id: number,
  worksUntil: Date,
  changes: { description?: string; subscriptionId?: null } = {},
): Promise<void> {
  const isOver = worksUntil <= tx.now;
  await tx.db.fuzzyKey.update({
    where: { id },
    data: { ...changes, worksUntil, ...(isOver && { deletedAt: worksUntil }), version: { increment: 1 } },
  });
  if (!isOver) await enqueue(tx.db, 'fuzzy_key.retire', { id }, { startAfter: worksUntil });
}

async function notifyOwner(tx: Context<Member>, key: FuzzyKeyView, worksUntil: string | null): Promise<void> {
  if (!key.userId) return;
  const owner = await tx.db.user.findUniqueOrThrow({ where: { id: key.userId }, select: { email: true } });
  if (!owner.email) return;
  await queueMail(tx, owner.email, 'key_rotated', {
    worksUntil,
    isByOwner: tx.actor.userId === key.userId,
    setupUrl: env().APP_URL + paths.setup,
    supportMail: contacts().supportMail,
  });
}
