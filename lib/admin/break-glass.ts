import { recordAudit } from '#lib/audit/audit.ts';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { assertAcceptablePassword } from '#lib/auth/passwords/password-strength.ts';
import { newDeviceMail } from '#lib/auth/session/device-name.ts';
import { endEverySession } from '#lib/auth/session/sessions.ts';
import { voidSignUps } from '#lib/auth/sign-up/sign-ups.ts';
import { transaction, type Context, type System } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { queueMail } from '#lib/mail/service.ts';
import { setBlocked } from '#lib/users/block-users.ts';
import { insertUser } from '#lib/users/create-user.ts';
import { mailPasswordReset, setPassword } from '#lib/users/reset-password-by-admin.ts';

type Command = Context<System>;

/** Creates a verified admin. Throws `weak_password`, and `conflict` if the address is taken. */
export async function createAdmin(ctx: Command, email: string, password: string): Promise<void> {
  await assertAcceptablePassword(password, email);
  const passwordHash = await hashPassword(password);
  await transaction(ctx, async (tx) => {
    const { id } = await insertUser(tx, { email, passwordHash, isAdmin: true });
    await recordAudit(tx, 'user.created', id, { after: { isAdmin: true } });
  });
}

/**
 * Makes a user an admin who can log in: verified and not blocked. An unverified user has no password until a mailed reset
 * sets one, because anyone could have typed the one of a sign-up. Throws `not_found`.
 */
export async function promoteUser(ctx: Command, email: string): Promise<{ unblocked: boolean }> {
  return change(ctx, email, async (tx, user) => {
    const before = { isAdmin: user.isAdmin, emailVerified: user.emailVerifiedAt !== null };
    if (!user.emailVerifiedAt) await voidSignUps(tx, user.id);
    await tx.db.user.update({
      where: { id: user.id },
      data: {
        isAdmin: true,
        emailVerifiedAt: user.emailVerifiedAt ?? tx.now,
        resetKeepsFactors: true,
        version: { increment: 1 },
      },
    });
    await recordAudit(tx, 'user.updated', user.id, { before, after: { isAdmin: true, emailVerified: true } });
    if (user.blockedAt) await setBlocked(tx, [user], false);
    return { unblocked: user.blockedAt !== null };
  });
}

/**
 * Removes a user's authenticator, recovery codes and passkeys, ends all sessions and mails the user. Throws
 * `not_found`.
 */
export async function removeTwoFactor(ctx: Command, email: string): Promise<{ totp: boolean; passkeys: number }> {
  return change(ctx, email, async (tx, user) => {
    await tx.db.user.update({
      where: { id: user.id },
      data: { totpEnabledAt: null, totpSecretSealed: null, totpLastStep: null, version: { increment: 1 } },
    });
    await tx.db.recoveryCode.deleteMany({ where: { userId: user.id } });
    const { count: passkeys } = await tx.db.passkey.deleteMany({ where: { userId: user.id } });
    await endEverySession(tx, user.id);
    const removed = { totp: user.totpEnabledAt !== null, passkeys };
    await queueMail(tx, email, 'sign_in_changed', {
      ...newDeviceMail(tx),
      device: 'a command on our server',
      address: 'none',
      change: 'totp_disabled',
      passkey: null,
    });
    await recordAudit(tx, 'user.two_factor_removed', user.id, removed);
    return removed;
  });
}

/**
 * Sets a user's password, or voids it and mails a reset link if `password` is null. Ends all sessions. Throws
 * `not_found` and `weak_password`.
 */
export async function resetPasswordOf(ctx: Command, email: string, password: string | null): Promise<void> {
  if (password !== null) await assertAcceptablePassword(password, email);
  const passwordHash = password === null ? null : await hashPassword(password);
  await change(ctx, email, (tx, { id }) =>
    passwordHash === null ? mailPasswordReset(tx, { id, email }) : setPassword(tx, { id }, passwordHash),
  );
}

async function change<T>(ctx: Command, email: string, work: (tx: Command, user: Person) => Promise<T>): Promise<T> {
  return transaction(ctx, async (tx) => {
    await tx.db.$queryRaw`SELECT 1 FROM users WHERE email = ${email} FOR UPDATE`;
    const user = await findPerson(tx, email);
    if (!user) throw new DomainError('not_found', `No user has the address ${email}.`);
    return work(tx, user);
  });
}

type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>;
const findPerson = (tx: Command, email: string) =>
  tx.db.user.findUnique({
    where: { email },
    select: { id: true, email: true, isAdmin: true, emailVerifiedAt: true, blockedAt: true, totpEnabledAt: true },
  });
