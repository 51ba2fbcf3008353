import type { Factors } from '#emails/parts/factors.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import { isUndoable, isWaiting } from '#lib/auth/email-change.ts';
import { removeFactorsSince } from '#lib/auth/factors/remove-factors.ts';
import { findFactors } from '#lib/auth/login/sign-in-notice.ts';
import { createOneTimeToken } from '#lib/auth/one-time-token.ts';
import { endEverySession } from '#lib/auth/session/sessions.ts';
import { transaction, type Context, type Member } from '#lib/base/context.ts';
import { randomToken, sha256 } from '#lib/base/crypto.ts';
import { isUniqueViolation } from '#lib/base/db/db.ts';
import { DomainError, invalidField } from '#lib/base/errors.ts';
import { assertFreshLogin } from '#lib/base/fresh-login.ts';
import { paths } from '#lib/base/paths.ts';
import { promises } from '#lib/base/promises.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { absoluteUrl } from '#lib/base/settings/env.ts';
import { consumeLimit, tryToCount } from '#lib/http/rate-limit.ts';
import { queueMail } from '#lib/mail/service.ts';
import { freeAddress } from '#lib/users/deletion/unverified.ts';
import { lockUser } from '#lib/users/lock-user.ts';
import type { ChangeEmailInput, EmailChangeLinkInput } from '#lib/users/schema.ts';
import { replaceEmail } from './replace-email.ts';

const CONFIRM_MS = promises.mailedLink;
const UNDO_MS = promises.emailUndo;

/**
 * Mails a confirmation link to the new address and a notice to the current address. A newer request voids the older
 * one. A taken address gets the same answer; its owner gets a notice, once an hour (S3). An unverified user does not hold
 * an address. Throws
 * `reauthentication_required`, `invalid` for the current address, and `rate_limited`.
 */
export async function requestEmailChange(ctx: Context<Member>, { email }: ChangeEmailInput): Promise<void> {
  const { userId } = ctx.actor;
  await assertFreshLogin(ctx);
  await consumeLimit('email_change_address', ctx.ip ?? '');
  await consumeLimit('email_change_account', userId);
  await transaction(ctx, async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user?.email) throw new DomainError('unauthenticated', 'Please log in.');
    await assertFreshLogin(tx);
    if (user.email === email) throw invalidField('email', 'This is already your address.');
    const token = randomToken();
    await tx.db.emailChange.deleteMany({ where: { userId, confirmedAt: null } });
    await tx.db.emailChange.create({
      data: {
        userId,
        oldEmail: user.email,
        newEmail: email,
        // Stored for a taken address as well, so that its change looks pending; the link is never mailed.
        confirmTokenHash: sha256(token),
        requestedAt: ctx.now,
        expiresAt: after(ctx, CONFIRM_MS),
      },
    });
    const owner = await tx.db.user.findFirst({
      where: { email, emailVerifiedAt: { not: null } },
      select: { id: true },
    });
    if (!owner) await queueMail(tx, email, 'confirm_new_email', { url: absoluteUrl(paths.changeEmail({ token })) });
    else if (await tryToCount('email_taken_account', owner.id, tx.db))
      await queueMail(tx, email, 'email_taken', { loginUrl: absoluteUrl(paths.login()) });
    await queueMail(tx, user.email, 'email_change_requested', {
      newEmail: email,
      accountUrl: absoluteUrl(paths.account),
      supportMail: contacts().supportMail,
    });
    await recordAudit(tx, 'user.email_change_requested', userId);
  });
}

/**
 * Confirms a change with the link mailed to the new address, which works once. Only the user who asked for the change
 * confirms it: a person who reads the mail but cannot log in to the account would give it their address (S86). The
 * user's keys that show the old
 * address now show the new address, links mailed to the old address are void, and the old address gets an undo link.
 * Throws `invalid` for any other link, `unauthenticated` without a session, `forbidden` for another user, and `conflict`
 * if another user has the address by now.
 */
export async function confirmEmailChange(ctx: Context, { token }: EmailChangeLinkInput): Promise<void> {
  await whileFree(() =>
    transaction(ctx, async (tx) => {
      const change = await tx.db.emailChange.findFirst({
        where: { confirmTokenHash: sha256(token), ...isWaiting(ctx.now) },
        select: { id: true, userId: true, oldEmail: true, newEmail: true },
      });
      const user = change && (await lockUser(tx, change.userId));
      if (!change || user?.email !== change.oldEmail || user.blockedAt) throw voidLink();
      assertOwn(ctx, change.userId);
      const undoToken = randomToken();
      const { count } = await tx.db.emailChange.updateMany({
        where: { id: change.id, ...isWaiting(ctx.now) },
        data: { confirmedAt: ctx.now, undoTokenHash: sha256(undoToken), expiresAt: after(ctx, UNDO_MS) },
      });
      if (!count) throw voidLink();
      const { userId, oldEmail, newEmail } = change;
      await freeAddress(tx, newEmail);
      const keys = await replaceEmail(tx, userId, oldEmail, newEmail);
      await queueMail(tx, oldEmail, 'email_changed', {
        newEmail,
        undoUrl: absoluteUrl(paths.undoEmailChange({ token: undoToken })),
        supportMail: contacts().supportMail,
      });
      await recordAudit(tx, 'user.email_changed', userId, { keys });
    }),
  );
}

function assertOwn({ actor }: Context, userId: string): void {
  if (actor.kind !== 'user')
    throw new DomainError('unauthenticated', 'Please log in to the account whose address changes.');
  if (actor.userId !== userId)
    throw new DomainError('forbidden', 'This link belongs to another account. Log in with that account to confirm it.');
}

/**
 * Returns an account to its old address with the undo link mailed there, which works once. Because the account may have
 * been stolen, this voids the change and all later ones, ends sessions and tokens, removes passkeys and an
 * authenticator added since the request, voids the password, and mails a reset link. Returns the removed factors.
 * Throws `invalid` for any other link or if an admin has changed the address since, and `conflict` if another user has
 * the old address by now.
 */
export async function undoEmailChange(ctx: Context, { token }: EmailChangeLinkInput): Promise<{ removed: Factors }> {
  return whileFree(() =>
    transaction(ctx, async (tx) => {
      const change = await tx.db.emailChange.findFirst({
        where: { undoTokenHash: sha256(token), ...isUndoable(ctx.now) },
        select: { id: true, userId: true, oldEmail: true, requestedAt: true },
      });
      const user = change && (await lockUser(tx, change.userId));
      if (!change || !user?.email || !(await voidSince(tx, change, user.email))) throw voidLink();
      const { userId, oldEmail } = change;
      await freeAddress(tx, oldEmail);
      const keys = await replaceEmail(tx, userId, user.email, oldEmail);
      await tx.db.user.update({ where: { id: userId }, data: { passwordHash: null } });
      await endEverySession(tx, userId);
      const removed = await removeFactorsSince(tx, userId, change.requestedAt);
      const resetToken = await createOneTimeToken(tx.db, 'reset_password', { id: userId, email: oldEmail }, ctx.now);
      await queueMail(tx, oldEmail, 'account_recovered', {
        url: absoluteUrl(paths.resetPassword({ email: oldEmail, token: resetToken })),
        removed,
        kept: await findFactors(tx, userId),
        supportMail: contacts().supportMail,
      });
      await queueMail(tx, user.email, 'email_change_undone', { supportMail: contacts().supportMail });
      await recordAudit(tx, 'user.email_change_undone', userId, {
        keys,
        removed: { authenticator: removed.authenticator, passkeys: removed.passkeys.length },
      });
      return { removed };
    }),
  );
}

/**
 * Voids the change and all later ones, so that a thief's later links do nothing; undo links of earlier changes stay
 * valid. Returns false if the current address does not come from these changes, or if a simultaneous undo was first.
 */
async function voidSince(
  tx: Context,
  change: { id: string; userId: string; requestedAt: Date },
  email: string,
): Promise<boolean> {
  const { id, userId, requestedAt } = change;
  await tx.db.emailChange.deleteMany({ where: { userId, confirmedAt: null } });
  const undone = await tx.db.emailChange.updateManyAndReturn({
    where: { userId, undoneAt: null, requestedAt: { gte: requestedAt } },
    data: { undoneAt: tx.now },
    select: { id: true, newEmail: true },
  });
  return undone.some((one) => one.id === id) && undone.some(({ newEmail }) => newEmail === email);
}

async function whileFree<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new DomainError('conflict', 'This address belongs to another account.');
  }
}

const after = (ctx: Context, ms: number) => new Date(ctx.now.getTime() + ms);
const voidLink = () => new DomainError('invalid', 'This link is invalid or has expired.');
