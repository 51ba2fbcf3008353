import { recordAudit } from '#lib/audit/audit.ts';
import { createOneTimeToken } from '#lib/auth/one-time-token.ts';
import { transaction, type Admin, type Context } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { assertFreshLogin, holdFreshLogin } from '#lib/base/fresh-login.ts';
import { paths } from '#lib/base/paths.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { absoluteUrl } from '#lib/base/settings/env.ts';
import { consumeLimit } from '#lib/http/rate-limit.ts';
import { queueMail } from '#lib/mail/service.ts';
import { noSuchUser } from '#lib/users/admin-user.ts';
import { createManualUser, createUserFromKey, type CreatedUserView } from '#lib/users/create-user.ts';
import type { InviteUserInput } from '#lib/users/schema.ts';

/**
 * Creates a verified user with a key and without a password, and mails the link to choose one. Throws
 * `reauthentication_required`, `rate_limited`, `invalid` and `conflict` like `createManualUser`, and `not_found` for an
 * unknown `public_key`.
 */
export async function inviteUser(ctx: Context<Admin>, input: InviteUserInput): Promise<CreatedUserView> {
  const { public_key: publicKey, ...person } = input;
  await assertFreshLogin(ctx); // a refused request does not count
  await countInvitation(ctx, input.email);
  return transaction(ctx, async (tx) => {
    const created =
      publicKey === undefined
        ? await createManualUser(tx, { ...person, password: null })
        : await createUserFromKey(tx, { ...person, public_key: publicKey, password: null });
    await mailInvitation(tx, { id: created.user.id, email: input.email });
    return created;
  });
}

/**
 * Mails a new link to a user without a password; the older link is void. Throws `reauthentication_required`,
 * `not_found`, `rate_limited`, and `conflict` for a user with a password, without an address, not verified, or blocked.
 */
export async function resendInvitation(ctx: Context<Admin>, id: string): Promise<void> {
  await assertFreshLogin(ctx);
  await countInvitation(ctx, await addressToInvite(ctx, id)); // before the locks, because it takes another connection
  await transaction(ctx, async (tx) => {
    await holdFreshLogin(tx, id);
    await mailInvitation(tx, { id, email: await addressToInvite(tx, id) });
  });
}

async function addressToInvite({ db }: Context, id: string): Promise<string> {
  const user = await db.user.findUnique({
    where: { id },
    select: { email: true, emailVerifiedAt: true, passwordHash: true, blockedAt: true },
  });
  if (!user) throw noSuchUser();
  if (user.passwordHash !== null) throw new DomainError('conflict', 'This user already has a password.');
  if (user.blockedAt) throw new DomainError('conflict', 'This user is blocked.');
  if (user.email === null) throw new DomainError('conflict', 'This user has no address to mail a link to.');
  if (!user.emailVerifiedAt)
    throw new DomainError('conflict', 'This user signed up and has not verified the address yet.');
  return user.email;
}

/** Voids a user's invitation. Throws `not_found` if none is pending. */
export async function revokeInvitation(ctx: Context<Admin>, userId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const pending = { userId, purpose: 'invitation', expiresAt: { gt: tx.now } } as const;
    const { count } = await tx.db.oneTimeToken.deleteMany({ where: pending });
    if (!count) throw new DomainError('not_found', 'No invitation is pending.');
    await recordAudit(tx, 'user.invitation_revoked', userId);
  });
}

/** When a user's invitation expires; null if none is pending. */
export async function findInvitation({ db, now }: Context<Admin>, userId: string): Promise<string | null> {
  const row = await db.oneTimeToken.findFirst({
    where: { userId, purpose: 'invitation', expiresAt: { gt: now } },
    select: { expiresAt: true },
  });
  return row?.expiresAt.toISOString() ?? null;
}

async function countInvitation(ctx: Context<Admin>, email: string): Promise<void> {
  await consumeLimit('invitation_admin', ctx.actor.userId);
  await consumeLimit('invitation_account', email);
}

async function mailInvitation(tx: Context, user: { id: string; email: string }): Promise<void> {
  const token = await createOneTimeToken(tx.db, 'invitation', user, tx.now);
  const url = absoluteUrl(paths.acceptInvitation({ email: user.email, token }));
  await queueMail(tx, user.email, 'invited', { url, supportMail: contacts().supportMail });
  await recordAudit(tx, 'user.invited', user.id);
}
