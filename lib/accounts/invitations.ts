import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Context, type Member } from '#lib/base/context.ts';
import { randomToken, sha256 } from '#lib/base/crypto.ts';
import { DomainError } from '#lib/base/errors.ts';
import { assertFreshLogin, holdFreshLogin } from '#lib/base/fresh-login.ts';
import { paths } from '#lib/base/paths.ts';
import { promises } from '#lib/base/promises.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { absoluteUrl } from '#lib/base/settings/env.ts';
import { consumeLimit } from '#lib/http/rate-limit.ts';
import { queueMail } from '#lib/mail/service.ts';
import { noteOwner } from './tell-owners.ts';
import { admitMember, lockAccount } from './members.ts';
import { chooseAccount, findAccountName, nameOf } from './own-accounts.ts';
import { firstOwner } from './recipients.ts';
import { MAY, Role } from './roles.ts';
import type { InviteMemberInput } from './schema.ts';
import type { OpenedInvitation } from './views.ts';

/**
 * Invites an address to act for an account, and returns the token of the link to mail: it works once, for 72 hours, and
 * replaces an older one for the same address. Throws `reauthentication_required`, like `admitMember`, and `conflict` if
 * the address belongs to a member in this role, or to an owner.
 */
export async function createInvitation(
  ctx: Context<Member>,
  { account_id: accountId, email, role }: { account_id: string; email: string; role: Role },
): Promise<string> {
  const token = randomToken();
  await transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    await lockAccount(tx, accountId);
    await admitMember(tx, accountId, 'manage');
    const member = await tx.db.membership.findFirst({ where: { accountId, user: { email } } });
    if (member?.role === 'owner' || member?.role === role)
      throw new DomainError('conflict', 'This person already has this role, or is an owner.');
    const expiresAt = new Date(tx.now.getTime() + promises.invitation);
    const data = { role, tokenHash: sha256(token), invitedBy: tx.actor.userId, createdAt: tx.now, expiresAt };
    const where = { accountId_email: { accountId, email } };
    await tx.db.invitation.upsert({ where, create: { accountId, email, ...data }, update: data });
    await recordAudit(tx, 'account.member_invited', accountId, { role });
  });
  return token;
}

/**
 * Makes the caller a member of the account that invited their address, and returns the account's id. A member who
 * accepts gets the new role; this is how a person becomes an owner, with a fresh login of both sides. Throws
 * `reauthentication_required`, `invalid` for a link that was used, replaced or expired, and `forbidden` for a caller with
 * another address.
 */
export async function acceptInvitation(ctx: Context<Member>, token: string): Promise<string> {
  const { userId } = ctx.actor;
  return transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    const tokenHash = sha256(token);
    const found = await tx.db.invitation.findUnique({ where: { tokenHash, expiresAt: { gt: tx.now } } });
    if (!found) throw usedUp();
    const { accountId, email } = found;
    const caller = await tx.db.user.findUnique({
      where: { id: userId },
      select: { email: true, emailVerifiedAt: true },
    });
    if (caller?.email !== email || !caller.emailVerifiedAt)
      throw new DomainError('forbidden', 'This invitation is for another email address.');
    await lockAccount(tx, accountId);
    // Those who accept at the same time waited; the invitation may have been used, replaced or withdrawn.
    if (!(await tx.db.invitation.deleteMany({ where: { id: found.id, tokenHash } })).count) throw usedUp();
    const role = Role.parse(found.role);
    const where = { accountId_userId: { accountId, userId } };
    const before = await tx.db.membership.findUnique({ where, select: { role: true } });
    if (before?.role !== 'owner')
      await tx.db.membership.upsert({
        where,
        create: { accountId, userId, role, createdAt: tx.now },
        update: { role },
      });
    if (role === 'owner' && before?.role !== 'owner') await noteOwner(tx, { accountId, who: email, reason: null });
    await recordAudit(tx, 'account.member_joined', userId, {
      account: accountId,
      before: before?.role ?? null,
      after: before?.role === 'owner' ? 'owner' : role,
    });
    return accountId;
  });
}

/**
 * Invites an address to act for the caller's account, and mails it the link. Throws like `createInvitation`, and
 * `rate_limited`.
 */
export async function inviteMember(
  ctx: Context<Member>,
  { email, role, account_name: name }: InviteMemberInput,
): Promise<void> {
  const { accountId: account_id, userId } = ctx.actor;
  await admitMember(ctx, account_id, 'manage'); // a refused request does not count
  await assertFreshLogin(ctx);
  await consumeLimit('member_invitation_account', userId);
  await consumeLimit('invitation_account', email);
  await transaction(ctx, async (tx) => {
    const token = await createInvitation(tx, { account_id, email, role });
    if (name !== undefined) await tx.db.account.update({ where: { id: account_id }, data: { name } });
    const inviter = await tx.db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
    await queueMail(tx, email, 'member_invited', {
      url: absoluteUrl(paths.join({ token })),
      account: await findAccountName(tx, account_id),
      by: inviter.email ?? 'An owner',
      may: MAY[role],
      supportMail: contacts().supportMail,
    });
  });
}

/** Withdraws an invitation of the caller's account. Throws `not_found`. */
export async function revokeInvitation(ctx: Context<Member>, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { accountId } = tx.actor;
    await admitMember(tx, accountId, 'manage');
    const [row] = await tx.db.$queryRaw<{ role: string }[]>`
      DELETE FROM invitations WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid RETURNING role`;
    if (!row) throw new DomainError('not_found', 'This invitation does not exist.');
    await recordAudit(tx, 'account.invitation_revoked', accountId, { role: row.role });
  });
}

/** Accepts an invitation like `acceptInvitation`, and lets the caller's session act for the account. */
export const joinAccount = (ctx: Context<Member>, token: string): Promise<string> =>
  transaction(ctx, async (tx) => {
    const accountId = await acceptInvitation(tx, token);
    await chooseAccount(tx, accountId);
    return accountId;
  });

/** What a mailed link invites to, for the page that it opens. */
export async function openInvitation({ db, actor, now }: Context<Member>, token: string): Promise<OpenedInvitation> {
  const found = await db.invitation.findUnique({
    where: { tokenHash: sha256(token), expiresAt: { gt: now } },
    select: {
      email: true,
      role: true,
      inviter: { select: { email: true } },
      account: { select: { id: true, name: true, memberships: firstOwner } },
    },
  });
  if (!found) return null;
  const caller = await db.user.findUnique({
    where: { id: actor.userId },
    select: { email: true, memberships: { where: { accountId: found.account.id }, select: { role: true } } },
  });
  return {
    account: nameOf(found.account),
    role: Role.parse(found.role),
    invitedBy: found.inviter.email ?? 'An owner',
    isForCaller: caller?.email === found.email,
    isMember: Boolean(caller?.memberships.length),
  };
}

const usedUp = () => new DomainError('invalid', 'This invitation has expired or was already used. Ask for a new one.');
