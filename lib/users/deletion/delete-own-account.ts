import { assertRequiredFactor } from '#lib/auth/factors/required.ts';
import { noteLeaving } from '#lib/accounts/tell-owners.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import { endSessions } from '#lib/auth/session/sessions.ts';
import { transaction, type Context, type Member } from '#lib/base/context.ts';
import { DomainError, invalidField } from '#lib/base/errors.ts';
import { assertFreshLogin } from '#lib/base/fresh-login.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { ENDED_STATUSES } from '#lib/billing/plan.ts';
import { Email } from '#lib/email-address/schema.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { queueMail } from '#lib/mail/service.ts';
import type { DeleteOwnAccountInput } from '#lib/users/export/views.ts';
import { releaseKeys } from '#lib/users/keys/release-keys.ts';
import { assertAdminRemains, lockUser } from '#lib/users/lock-user.ts';
import { lockBillingOf, lockEndingAccounts } from './ending-accounts.ts';
import { eraseAddress } from './erase-address.ts';

/**
 * Permanently deletes the caller, and the accounts that have no other owner: sessions, consents and the keys of these
 * accounts end, no table holds the address afterwards, the audit log keeps only the id, and a last email is sent. Other
 * accounts keep everything, and their owners are told. The Stripe customer stays, with its invoices. Throws
 * `reauthentication_required`, `invalid` if another address is typed, `conflict` while a subscription has not ended or
 * for the last admin (S49), and `unauthenticated` if the account is already deleted.
 */
export async function deleteOwnAccount(ctx: Context<Member>, input: DeleteOwnAccountInput): Promise<void> {
  const { userId } = ctx.actor;
  await transaction(ctx, async (tx) => {
    await lockBillingOf(tx, userId);
    const user = await lockUser(tx, userId);
    if (!user) throw new DomainError('unauthenticated', 'Please log in.');
    await assertFreshLogin(tx);
    await assertRequiredFactor(tx);
    if (!user.email || Email.safeParse(input.email).data !== user.email)
      throw invalidField('email', 'This is not the address of your account.');
    const { ending, left } = await lockEndingAccounts(tx, userId);
    const accounts = ending.map(({ id }) => id);
    await assertNoSubscription(tx, accounts);
    if (user.isAdmin) await assertAdminRemains(tx, userId);
    for (const { stripeCustomerId: customer } of ending)
      if (customer) await enqueue(tx.db, 'billing.close_checkouts', { customer });

    const keys = await releaseKeys(tx, accounts, { end: true });
    await endSessions(tx, userId);
    await tx.db.subscription.deleteMany({ where: { accountId: { in: accounts } } });
    await tx.db.user.delete({ where: { id: userId } });
    await eraseAddress(tx, user.email);
    await queueMail(tx, user.email, 'account_deleted', { byOwner: true, supportMail: contacts().supportMail });
    await noteLeaving(tx, { id: userId, email: user.email }, left, 'deleted');
    await recordAudit(tx, 'user.deleted', userId, { accounts, keys: keys.map(({ id }) => id) });
  });
}

async function assertNoSubscription(tx: Context, accounts: readonly string[]): Promise<void> {
  const where = { accountId: { in: [...accounts] }, status: { notIn: [...ENDED_STATUSES] } };
  const live = await tx.db.subscription.count({ where });
  if (live)
    throw new DomainError(
      'conflict',
      'Your account has a subscription that has not ended. Please cancel it under Manage Billing; once it has ended you can delete your account.',
    );
}
