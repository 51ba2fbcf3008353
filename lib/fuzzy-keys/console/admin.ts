import { ownedAccountOf } from '#lib/accounts/acting-for.ts';
import { mailAccount } from '#lib/accounts/recipients.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Admin, type Context } from '#lib/base/context.ts';
import { DomainError, invalidField } from '#lib/base/errors.ts';
import { assertFreshLogin, holdFreshLogin, lockCaller } from '#lib/base/fresh-login.ts';
import { paths } from '#lib/base/paths.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { absoluteUrl } from '#lib/base/settings/env.ts';
import { shorten } from '#lib/base/text/format.ts';
import { factsOf, idsWithOlder, lockEditableKey, lockNamedKey } from '#lib/fuzzy-keys/locks.ts';
import { keepRestrictions, liftSuspension } from '#lib/fuzzy-keys/owner-restrictions.ts';
import { canAssign, canRestore, isInUse } from '#lib/fuzzy-keys/policy.ts';
import type {
  AssignKeyInput,
  FuzzyKeyView,
  GenerateFuzzyKeyInput,
  NamedKeyInput,
  SetEmailInput,
  SetRankInput,
} from '#lib/fuzzy-keys/schema.ts';
import { createFuzzyKey, setKeyState } from '#lib/fuzzy-keys/service.ts';
import type { FuzzyKeyRow } from '#lib/fuzzy-keys/views.ts';
import { getKeyRow } from './key-rows.ts';

/**
 * Generates a key, owned by the user who has the email, if any. `key` is the public half. Throws
 * `reauthentication_required`, `conflict` if the description is taken, and `invalid` for an unknown rank.
 */
export async function generateFuzzyKey(
  ctx: Context<Admin>,
  input: GenerateFuzzyKeyInput,
): Promise<{ key: string; fuzzy_key: FuzzyKeyRow }> {
  return transaction(ctx, async (tx) => {
    const userId = await findHolder(tx, input.email);
    await holdFreshLogin(tx, ...(userId === null ? [] : [userId]));
    await assertRank(tx, input.rank);
    const accountId = userId === null ? null : await ownedAccountOf(tx.db, userId);
    const { id, publicKey } = await createFuzzyKey(tx, { ...input, accountId, subscriptionId: null });
    return { key: publicKey, fuzzy_key: await getKeyRow(tx.db, tx.now, id) };
  });
}

/**
 * Deletes a key. The key map marks it as refused for 30 days and then drops it. The owner of a key in use is mailed. Throws `reauthentication_required`,
 * `not_found`, and `conflict` if the key is already deleted.
 */
export async function deleteFuzzyKey(
  ctx: Context<Admin>,
  { description }: NamedKeyInput,
): Promise<{ fuzzy_key: FuzzyKeyRow }> {
  return transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    const key = await lockNamedKey(tx, description);
    if (key.state === 'deleted') throw new DomainError('conflict', 'This key is already deleted.');
    const before = await getKeyRow(tx.db, tx.now, key.id);
    await setKeyState(tx, key.id, 'deleted');
    if (before.replaced_by === null && isInUse(before)) await tellOwner(tx, key);
    return { fuzzy_key: await getKeyRow(tx.db, tx.now, key.id) };
  });
}

async function tellOwner(tx: Context, { accountId, publicKey }: FuzzyKeyView): Promise<void> {
  if (accountId === null) return;
  await mailAccount(tx, { accountId, permission: 'operate' }, 'key_switched_off', {
    key: shorten(publicKey, SHOWN_KEY_LENGTH),
    dashboardUrl: absoluteUrl(paths.dashboard),
    supportMail: contacts().supportMail,
  });
}
/** How much of a key a mail shows. */
const SHOWN_KEY_LENGTH = 12;

/**
 * Restores a deleted key, whatever the status of its subscription. Throws `reauthentication_required`, `not_found`, and
 * `conflict` for a key that is not deleted or was replaced.
 */
export async function restoreFuzzyKey(
  ctx: Context<Admin>,
  { description }: NamedKeyInput,
): Promise<{ fuzzy_key: FuzzyKeyRow }> {
  return transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    const key = await lockNamedKey(tx, description);
    if (!canRestore(factsOf(key)))
      throw new DomainError(
        'conflict',
        key.state === 'deleted'
          ? 'This key was replaced by a new one and cannot be restored.'
          : 'This key is not deleted.',
      );
    await setKeyState(tx, key.id, 'on');
    return { fuzzy_key: await getKeyRow(tx.db, tx.now, key.id) };
  });
}

/**
 * Sets the email, and makes the user who has it the owner. If no user has it, the owner stays; null clears both. What
 * restricted the former owner stays with the key (owner-restrictions.ts). Throws
 * `reauthentication_required` if either changes, `not_found`, and `conflict` for a deleted or replaced key or a stale
 * version (S51).
 */
export async function setKeyEmail(
  ctx: Context<Admin>,
  { email, ...which }: SetEmailInput,
): Promise<{ fuzzy_key: FuzzyKeyRow }> {
  return transaction(ctx, async (tx) => {
    const holder = await findHolder(tx, email);
    await lockCaller(tx, ...(holder === null ? [] : [holder]));
    const key = await lockEditableKey(tx, which);
    const accountId = holder === null ? email && key.accountId : await accountOfHolder(tx, key.accountId, holder);
    if (accountId !== key.accountId) await keepRestrictions(tx, key.id);
    return edit(tx, key, { email, accountId });
  });
}

/** A member of the account that has the key is only another address of it. */
async function accountOfHolder(tx: Context, accountId: string | null, userId: string): Promise<string> {
  const isMember = accountId !== null && (await tx.db.membership.count({ where: { accountId, userId } })) > 0;
  return isMember ? accountId : ownedAccountOf(tx.db, userId);
}

/**
 * Sets the rank. Throws `not_found`, `invalid` for an unknown rank, and `conflict` for a deleted or replaced key or a
 * stale version (S51).
 */
export async function setKeyRank(
  ctx: Context<Admin>,
  { rank, ...which }: SetRankInput,
): Promise<{ fuzzy_key: FuzzyKeyRow }> {
  return transaction(ctx, async (tx) => {
    await assertRank(tx, rank);
    return edit(tx, await lockEditableKey(tx, which), { rankId: rank });
  });
}

/**
 * Assigns a free key to a user, with their email, and switches it on if it was suspended with a former owner. Throws `reauthentication_required`, `not_found` for an unknown key or
 * user, and `conflict` if the key is already assigned (S53).
 */
export async function assignKey(
  ctx: Context<Admin>,
  { user_id: userId, ...which }: AssignKeyInput,
): Promise<{ fuzzy_key: FuzzyKeyRow }> {
  return transaction(ctx, async (tx) => {
    await holdFreshLogin(tx, userId);
    const user = await tx.db.user.findUnique({ where: { id: userId }, select: { email: true } });
    if (!user) throw new DomainError('not_found', 'This user does not exist.');
    const key = await lockEditableKey(tx, which);
    if (!canAssign(factsOf(key)))
      throw new DomainError('conflict', 'This key is already assigned. Choose another one.');
    await edit(tx, key, { email: user.email, accountId: await ownedAccountOf(tx.db, userId) });
    await liftSuspension(tx, key.id);
    return { fuzzy_key: await getKeyRow(tx.db, tx.now, key.id) };
  });
}

type Changes = { email?: string | null; accountId?: string | null; rankId?: number };

/**
 * Changes a key, and the keys it replaced that still work. Writes no audit row if nothing changes. Only a change of rank
 * needs no fresh login (S88).
 */
async function edit(tx: Context<Admin>, key: FuzzyKeyView, changes: Changes): Promise<{ fuzzy_key: FuzzyKeyRow }> {
  const now = { email: key.email, accountId: key.accountId, rankId: key.rank };
  const names = (['email', 'accountId', 'rankId'] as const).filter(
    (name) => changes[name] !== undefined && changes[name] !== now[name],
  );
  if (names.length) {
    if (names.some((name) => name !== 'rankId')) await assertFreshLogin(tx);
    const ids = await idsWithOlder(tx, key.id);
    await tx.db.fuzzyKey.updateMany({ where: { id: { in: ids } }, data: { ...changes, version: { increment: 1 } } });
    const told = names.filter((name) => name !== 'email');
    const only = (values: Changes) =>
      Object.fromEntries(told.map((name) => [name === 'accountId' ? 'userId' : name, values[name]]));
    await recordAudit(tx, 'fuzzy_key.updated', String(key.id), {
      ...(told.length && { before: only(now), after: only(changes) }),
      ...(names.includes('email') && { changed: ['email'] }),
    });
  }
  return { fuzzy_key: await getKeyRow(tx.db, tx.now, key.id) };
}

/** The user who has this address. The caller locks the user before the key, as user deletion does. */
async function findHolder(tx: Context, email: string | null): Promise<string | null> {
  const user = email === null ? null : await tx.db.user.findUnique({ where: { email }, select: { id: true } });
  return user?.id ?? null;
}

/** Throws `invalid` for an unknown rank. */
export async function assertRank(tx: Context, rank: number): Promise<void> {
  if (!(await tx.db.rank.count({ where: { rank } }))) throw invalidField('rank', 'This rank does not exist.');
}
