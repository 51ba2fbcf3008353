import { noteLeaving } from '#lib/accounts/tell-owners.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import { endSessions } from '#lib/auth/session/sessions.ts';
import { transaction, type Admin, type Context } from '#lib/base/context.ts';
import { DomainError, invalidField } from '#lib/base/errors.ts';
import { holdFreshLogin } from '#lib/base/fresh-login.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { ENDED_STATUSES } from '#lib/billing/plan.ts';
import { Email } from '#lib/email-address/schema.ts';
import { queueMail } from '#lib/mail/service.ts';
import { noSuchUser } from '#lib/users/admin-user.ts';
import { releaseKeys } from '#lib/users/keys/release-keys.ts';
import { assertAdminRemains, lockUser } from '#lib/users/lock-user.ts';
import type { DeleteUserInput } from '#lib/users/schema.ts';
import { lockBillingOf, lockEndingAccounts } from './ending-accounts.ts';
import { eraseAddress } from './erase-address.ts';

/**
 * Permanently deletes a user, and the accounts that have no other owner: sessions end, the keys of these accounts continue
 * without an owner, but suspended if the user was blocked or had a daily limit of 0, no table holds the address afterwards,
 * the audit log keeps only the id, and a last email is sent. Other accounts keep everything, and their owners are told.
 * `associated_keys` are the keys' new descriptions, `suspended_keys` those of the suspended ones. Throws
 * `reauthentication_required`, `not_found`, `invalid` unless the address is typed (or the id, for a user without an
 * address), and `conflict` for the last owner of a Stripe customer (S50), the last admin, or the caller.
 */
export async function deleteUser(
  ctx: Context<Admin>,
  id: string,
  input: DeleteUserInput,
): Promise<{ associated_keys: string[]; suspended_keys: string[] }> {
  return transaction(ctx, async (tx) => {
    await lockBillingOf(tx, id);
    await holdFreshLogin(tx, id);
    const user = await lockUser(tx, id);
    if (!user) throw noSuchUser();
    const { ending, left } = await lockEndingAccounts(tx, id);
    const accounts = ending.map((account) => account.id);
    await assertNoStripe(tx, accounts);
    assertTyped(input?.email, user.email, id);
    if (id === ctx.actor.userId)
      throw new DomainError('conflict', 'You cannot delete yourself here. Please use your account page.');
    if (user.isAdmin) await assertAdminRemains(tx, id);
    const keys = await releaseKeys(tx, accounts, { end: false });
    await endSessions(tx, id);
    await tx.db.subscription.deleteMany({ where: { accountId: { in: accounts } } });
    await tx.db.user.delete({ where: { id } });
    if (user.email) {
      await eraseAddress(tx, user.email);
      await queueMail(tx, user.email, 'account_deleted', { byOwner: false, supportMail: contacts().supportMail });
    }
    await noteLeaving(tx, { id, email: user.email }, left, 'deleted_by_admin');
    await recordAudit(tx, 'user.deleted', id, { accounts, keys: keys.map((key) => key.id) });
    const descriptionsOf = (some: typeof keys) => some.map(({ description }) => description);
    return {
      associated_keys: descriptionsOf(keys),
      suspended_keys: descriptionsOf(keys.filter(({ isSuspended }) => isSuspended)),
    };
  });
}

async function assertNoStripe(tx: Context, accounts: readonly string[]): Promise<void> {
  const isOpen = { subscriptions: { some: { status: { notIn: [...ENDED_STATUSES] } } } };
  const where = { id: { in: [...accounts] }, OR: [{ stripeCustomerId: { not: null } }, isOpen] };
  if (await tx.db.account.count({ where }))
    throw new DomainError('conflict', 'Cannot delete user with Stripe integration');
}

function assertTyped(typed: string | null | undefined, email: string | null, id: string): void {
  const isRight = email === null ? typed?.trim() === id : Email.safeParse(typed).data === email;
  if (!isRight)
    throw invalidField(
      'email',
      email === null ? 'Please type the id of this user.' : "Please type this user's email address.",
    );
}
