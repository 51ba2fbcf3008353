import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Admin, type Context } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { holdFreshLogin } from '#lib/base/fresh-login.ts';
import { followOwners } from './blocks.ts';
import { noteOwner } from './tell-owners.ts';
import { lockAccount, memberFields, toMemberView } from './members.ts';
import { nameOf } from './own-accounts.ts';
import { Role } from './roles.ts';
import type { HandOverInput } from './schema.ts';
import type { UserAccountView } from './views.ts';

/** The accounts that a user is a member of, with their members, for an admin. What they joined first comes first. */
export async function listAccountsOfUser({ db }: Context<Admin>, userId: string): Promise<UserAccountView[]> {
  const rows = await db.membership.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { accountId: 'asc' }],
    select: {
      role: true,
      account: {
        select: {
          id: true,
          name: true,
          stripeCustomerId: true,
          memberships: { ...memberFields, select: { ...memberFields.select, adminReason: true } },
        },
      },
    },
  });
  return rows.map(({ role, account: { id, name, stripeCustomerId, memberships } }) => ({
    id,
    name: nameOf({ name, memberships: memberships.filter((member) => member.role === 'owner') }),
    role: Role.parse(role),
    stripe_customer_id: stripeCustomerId,
    members: memberships.map((row) => ({ ...toMemberView(row), admin_reason: row.adminReason })),
  }));
}

/**
 * Makes a user an owner of an account whose owners cannot invite, and mails all owners the reason. The owners stay: the
 * new one may remove them. Throws `reauthentication_required`, `not_found` for an unknown account, and `conflict` for a
 * user who is unknown, not verified, blocked, or an owner already.
 */
export async function handOver(
  ctx: Context<Admin>,
  accountId: string,
  { email, reason }: HandOverInput,
): Promise<void> {
  const found = await ctx.db.user.findUnique({ where: { email }, select: { id: true } });
  await transaction(ctx, async (tx) => {
    await holdFreshLogin(tx, ...(found ? [found.id] : []));
    const account = await tx.db.account.findUnique({ where: { id: accountId }, select: { id: true } });
    if (!account) throw new DomainError('not_found', 'This account does not exist.');
    await lockAccount(tx, accountId);
    const user = found && (await tx.db.user.findUnique({ where: { id: found.id, email } }));
    if (!user) throw new DomainError('conflict', 'No user has this address. Ask the person to sign up first.');
    if (!user.emailVerifiedAt) throw new DomainError('conflict', 'The address of this user is not verified yet.');
    if (user.blockedAt) throw new DomainError('conflict', 'This user is blocked.');
    const where = { accountId_userId: { accountId, userId: user.id } };
    const before = await tx.db.membership.findUnique({ where, select: { role: true } });
    if (before?.role === 'owner') throw new DomainError('conflict', 'This user is an owner of the account already.');
    const becomes = { role: 'owner', adminReason: reason };
    await tx.db.membership.upsert({
      where,
      create: { accountId, userId: user.id, ...becomes, createdAt: tx.now },
      update: becomes,
    });
    await followOwners(tx, [accountId]);
    await recordAudit(tx, 'account.handed_over', user.id, { account: accountId, before: before?.role ?? null });
    await recordAudit(tx, 'account.owner_added', accountId, { account: accountId, member: user.id });
    await noteOwner(tx, { accountId, who: email, reason });
  });
}
