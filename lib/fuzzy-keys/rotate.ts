import { changeAccounts } from '#lib/accounts/change-accounts.ts';
import { mailAccount } from '#lib/accounts/recipients.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context, type Member } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { holdFreshLogin } from '#lib/base/fresh-login.ts';
import { paths } from '#lib/base/paths.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { absoluteUrl } from '#lib/base/settings/env.ts';
import { DAY, HOUR } from '#lib/base/time.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { getKeyRow } from './console/key-rows.ts';
import { changedByOther, factsOf, lockKey, lockNamedKey, olderKeys } from './locks.ts';
import { canRotate } from './policy.ts';
import type { FuzzyKeyView, Grace, RotateFuzzyKeyInput } from './schema.ts';
import { createFuzzyKey } from './service.ts';
import type { RotatedKey } from './views.ts';

const GRACE_MS: Record<Grace, number> = { now: 0, '1h': HOUR, '24h': DAY, '7d': 7 * DAY };

/**
 * Replaces a key with a new pair, which takes over description, owner, rank, rate, quantity and subscription. The old
 * key is renamed, works until its grace period ends, and is then deleted permanently; keys that it had replaced end no
 * later than it does. Mails those who operate it. Throws `reauthentication_required`, `not_found`, and `conflict` for a key that
 * does not work, is external, or is being rotated by another request (S53).
 */
export async function rotateFuzzyKey(
  ctx: Context<Member>,
  { description, grace }: RotateFuzzyKeyInput,
): Promise<RotatedKey> {
  return transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    const old = await lockToRotate(tx, description);
    const worksUntil = new Date(tx.now.getTime() + GRACE_MS[grace]);
    for (const older of await olderKeys(tx, old.id))
      if (older.worksUntil > worksUntil) await endAt(tx, older.id, worksUntil);
    await endAt(tx, old.id, worksUntil, { description: oldDescription(old), subscriptionId: null });
    const fresh = await createFuzzyKey(tx, { ...old, description });
    await tx.db.fuzzyKey.update({ where: { id: old.id }, data: { replacedById: fresh.id } });
    if (old.accountId)
      await changeAccounts(tx, { id: old.accountId, customKey: old.publicKey }, { customKey: fresh.publicKey });
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

/**
 * The job `fuzzy_key.retire`: marks a rotated key as deleted when its grace period has ended. The key map and the lists
 * treat it as deleted even before the job runs.
 */
export async function retireFuzzyKey(ctx: Context, { id }: { id: number }): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { deletedAt, worksUntil } = await lockKey(tx.db, id);
    if (deletedAt || !worksUntil) return;
    // The worker's clock may be behind the queue's.
    if (worksUntil > tx.now) return enqueue(tx.db, 'fuzzy_key.retire', { id }, { startAfter: worksUntil });
    await tx.db.fuzzyKey.update({ where: { id }, data: { deletedAt: worksUntil, version: { increment: 1 } } });
    await recordAudit(tx, 'fuzzy_key.retired', String(id), { works_until: worksUntil.toISOString() });
  });
}

/**
 * The new description of the old key. It is unique, because it contains the key id, and begins with the old
 * description, so that the key keeps its type.
 */
const oldDescription = ({ description, keyId }: FuzzyKeyView) => `${description} (old key ${keyId})`;

/** Locks the owner before the key, as user deletion does, to avoid deadlocks. */
async function lockToRotate(tx: Context, description: string): Promise<FuzzyKeyView> {
  const known = await tx.db.fuzzyKey.findUnique({ where: { description }, select: { accountId: true } });
  if (known?.accountId) await tx.db.$queryRaw`SELECT 1 FROM users WHERE id = ${known.accountId}::uuid FOR KEY SHARE`;
  const key = await lockNamedKey(tx, description);
  if (key.accountId !== (known?.accountId ?? null)) throw changedByOther();
  if (!canRotate(factsOf(key)))
    throw new DomainError(
      'conflict',
      key.isExternal
        ? 'This key was created elsewhere and cannot be rotated here.'
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
  if (!key.accountId) return;
  await mailAccount(tx, { accountId: key.accountId, permission: 'operate' }, 'key_rotated', {
    worksUntil,
    isByOwner: tx.actor.accountId === key.accountId,
    setupUrl: absoluteUrl(paths.setup),
    supportMail: contacts().supportMail,
  });
}
