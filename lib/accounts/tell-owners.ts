import { recordAudit } from '#lib/audit/audit.ts';
import type { Context } from '#lib/base/context.ts';
import { paths } from '#lib/base/paths.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { absoluteUrl } from '#lib/base/settings/env.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import type { Templates } from '#lib/mail/templates.ts';
import { followOwners } from './blocks.ts';
import { findAccountName, nameOf } from './own-accounts.ts';
import { firstOwner, mailAccount } from './recipients.ts';

/**
 * Records for accounts that stay that a person is no longer a member, and mails their owners. Invoices that went to this
 * person go to the first of the other owners. Call it once the membership is gone.
 */
export async function noteLeaving(
  tx: Context,
  { id: userId, email }: { id: string; email: string | null },
  left: readonly { accountId: string; role: string }[],
  how: Templates['member_left']['how'],
): Promise<void> {
  await followOwners(
    tx,
    left.map(({ accountId }) => accountId),
  );
  for (const { accountId, role } of left) {
    await recordAudit(tx, 'account.member_removed', userId, { account: accountId, role });
    const account = await tx.db.account.findUnique({
      where: { id: accountId },
      select: { name: true, stripeCustomerId: true, memberships: firstOwner },
    });
    if (!account) continue;
    if (account.stripeCustomerId) await enqueue(tx.db, 'billing.follow_email', { userId: accountId });
    await mailAccount(tx, { accountId, permission: 'manage' }, 'member_left', {
      who: email ?? 'A person without an address',
      account: nameOf(account),
      how,
      membersUrl: absoluteUrl(paths.members),
      supportMail: contacts().supportMail,
    });
  }
}

/** Mails the owners of an account that a person has become one of them, for which an admin gives a reason. */
export async function noteOwner(
  tx: Context,
  { accountId, who, reason }: { accountId: string; who: string; reason: string | null },
): Promise<void> {
  await mailAccount(tx, { accountId, permission: 'manage' }, 'owner_added', {
    who,
    account: await findAccountName(tx, accountId),
    reason,
    membersUrl: absoluteUrl(paths.members),
    supportMail: contacts().supportMail,
  });
}
