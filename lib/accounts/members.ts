import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context, type Member } from '#lib/base/context.ts';
import type { Prisma } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { holdFreshLogin } from '#lib/base/fresh-login.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { followOwners } from './blocks.ts';
import { noteLeaving } from './tell-owners.ts';
import { may, Role, ROLE_REFUSAL, type Permission } from './roles.ts';
import type { AccountNameInput } from './schema.ts';
import type { MembersView } from './views.ts';

/**
 * The caller's role in an account. Throws `not_found` for an account that the caller does not act for, and `forbidden`
 * if the role does not allow what needs `permission`.
 */
export async function admitMember(ctx: Context<Member>, accountId: string, permission: Permission): Promise<Role> {
  const where = { accountId_userId: { accountId, userId: ctx.actor.userId } };
  const row = await ctx.db.membership.findUnique({ where, select: { role: true } });
  if (!row) throw new DomainError('not_found', 'This account does not exist.');
  const role = Role.parse(row.role);
  if (!may(role, permission)) throw new DomainError('forbidden', ROLE_REFUSAL);
  return role;
}

/** Selects whether a user has a second factor, for `hasFactor`. */
export const factorFields = {
  totpEnabledAt: true,
  _count: { select: { passkeys: true } },
} satisfies Prisma.UserSelect;

export const hasFactor = (user: { totpEnabledAt: Date | null; _count: { passkeys: number } }): boolean =>
  user.totpEnabledAt !== null || user._count.passkeys > 0;

/** Selects the members of an account, who joined first first. */
export const memberFields = {
  orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }],
  select: {
    userId: true,
    role: true,
    createdAt: true,
    user: { select: { email: true, ...factorFields } },
  },
} satisfies Prisma.Account$membershipsArgs;

type MemberRow = Prisma.MembershipGetPayload<Pick<typeof memberFields, 'select'>>;

export const toMemberView = ({ userId, role, createdAt, user }: MemberRow) => ({
  user_id: userId,
  email: user.email,
  role: Role.parse(role),
  since: createdAt.toISOString(),
  two_factor: hasFactor(user),
});

/** The members of the caller's account, who joined first first, and its invitations for an owner. */
export async function listMembers({ db, actor, now }: Context<Member>): Promise<MembersView> {
  const { accountId, accountRole: role } = actor;
  const [account, rows, invitations] = await Promise.all([
    db.account.findUnique({ where: { id: accountId }, select: { name: true, twoFactorFrom: true } }),
    db.membership.findMany({ where: { accountId }, ...memberFields }),
    may(role, 'manage')
      ? db.invitation.findMany({ where: { accountId, expiresAt: { gt: now } }, orderBy: { createdAt: 'asc' } })
      : [],
  ]);
  return {
    account_name: account?.name ?? null,
    two_factor_from: account?.twoFactorFrom?.toISOString() ?? null,
    role,
    members: rows.map((row) => ({ ...toMemberView(row), is_you: row.userId === actor.userId })),
    invitations: invitations.map(({ id, email, role: its, expiresAt }) => ({
      id,
      email,
      role: Role.parse(its),
      expires_at: expiresAt.toISOString(),
    })),
  };
}

/** Names the caller's account. Throws `reauthentication_required`, and like `admitMember`. */
export async function renameAccount(ctx: Context<Member>, { name }: AccountNameInput): Promise<void> {
  const { accountId } = ctx.actor;
  await transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    await lockAccount(tx, accountId);
    await admitMember(tx, accountId, 'manage');
    const { count } = await tx.db.account.updateMany({
      where: { id: accountId, OR: [{ name: null }, { name: { not: name } }] },
      data: { name },
    });
    if (count) await recordAudit(tx, 'account.renamed', accountId);
  });
}

type Change = { account_id: string; user_id: string };

/**
 * Changes the role of a member. A person becomes an owner only by accepting an invitation, so both sides log in for it.
 * Throws `reauthentication_required`, like `admitMember`, `not_found` for a user who is no member, and `conflict` for
 * the last owner.
 */
export async function changeRole(
  ctx: Context<Member>,
  { account_id: accountId, user_id: userId, role }: Change & { role: Exclude<Role, 'owner'> },
): Promise<void> {
  await transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    await lockAccount(tx, accountId);
    await admitMember(tx, accountId, 'manage');
    const before = await findRole(tx, accountId, userId);
    if (before === role) return;
    await assertOwnerRemains(tx, accountId, userId);
    await tx.db.membership.update({ where: { accountId_userId: { accountId, userId } }, data: { role } });
    await followOwners(tx, [accountId]);
    await withdrawInvitations(tx, accountId, userId);
    if (before === 'owner') await sendInvoicesOn(tx, accountId);
    await recordAudit(tx, 'account.role_changed', userId, { account: accountId, before, after: role });
  });
}

/**
 * Removes a member, or lets the caller leave, which its owners are told. What the account has stays. Throws like
 * `changeRole`; a caller who leaves needs no permission.
 */
export async function removeMember(
  ctx: Context<Member>,
  { account_id: accountId, user_id: userId }: Change,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    await holdFreshLogin(tx, userId); // the database may open an account for a person who is in no other
    await lockAccount(tx, accountId);
    await admitMember(tx, accountId, userId === tx.actor.userId ? 'view' : 'manage');
    const role = await findRole(tx, accountId, userId);
    await assertOwnerRemains(tx, accountId, userId);
    await tx.db.membership.delete({ where: { accountId_userId: { accountId, userId } } });
    await withdrawInvitations(tx, accountId, userId);
    if (userId !== tx.actor.userId) {
      if (role === 'owner') await sendInvoicesOn(tx, accountId);
      return recordAudit(tx, 'account.member_removed', userId, { account: accountId, role });
    }
    const leaver = await tx.db.user.findUniqueOrThrow({ where: { id: userId }, select: { id: true, email: true } });
    await noteLeaving(tx, leaver, [{ accountId, role }], 'left');
  });
}

/** An owner who is none any more may have been the one who gets the invoices. */
const sendInvoicesOn = (tx: Context, accountId: string) =>
  enqueue(tx.db, 'billing.follow_email', { userId: accountId });

/** Changes of the same account's members take turns, so that each reads the roles that hold. Users' rows come before. */
export const lockAccount = (tx: Context, id: string) =>
  tx.db.$queryRaw`SELECT 1 FROM accounts WHERE id = ${id}::uuid FOR NO KEY UPDATE`;

async function findRole(tx: Context, accountId: string, userId: string): Promise<Role> {
  const row = await tx.db.membership.findUnique({ where: { accountId_userId: { accountId, userId } } });
  if (!row) throw new DomainError('not_found', 'This user is not a member of the account.');
  return Role.parse(row.role);
}

/** The trigger `memberships_owner_remains` decides; this says it in words. */
async function assertOwnerRemains(tx: Context, accountId: string, withoutId: string): Promise<void> {
  const others = await tx.db.membership.count({ where: { accountId, role: 'owner', userId: { not: withoutId } } });
  if (!others) throw new DomainError('conflict', 'The last owner must stay. Make another member an owner first.');
}

/** A link must not outlast the right of the owner who sent it. */
const withdrawInvitations = (tx: Context, accountId: string, invitedBy: string) =>
  tx.db.invitation.deleteMany({ where: { accountId, invitedBy } });
