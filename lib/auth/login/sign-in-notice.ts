import { NO_FACTORS, type Factors } from '#emails/parts/factors.ts';
import type { PasswordChangedProps } from '#emails/sign-in/password-changed.ts';
import type { SignInChange } from '#emails/sign-in/sign-in-changed.ts';
import { isUndoable } from '#lib/auth/email-change.ts';
import { newDeviceMail } from '#lib/auth/session/device-name.ts';
import { whereMadeBy } from '#lib/auth/session/sessions.ts';
import type { Context, Member } from '#lib/base/context.ts';
import { paths } from '#lib/base/paths.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { absoluteUrl } from '#lib/base/settings/env.ts';
import { queueMail } from '#lib/mail/service.ts';

/** Mails a user about a login from a browser that they have not used before. */
export const queueNewDeviceNotice = (tx: Context, userId: string): Promise<void> =>
  toEachAddress(tx, userId, (to, isFormerAddress) =>
    queueMail(tx, to, 'new_device', { ...newDeviceMail(tx), isFormerAddress }),
  );

/** Mails the owner, in the caller's transaction, about a changed login method; `passkey` is the name of the passkey. */
export const queueSignInNotice = (
  tx: Context<Member>,
  change: SignInChange,
  passkey: string | null = null,
): Promise<void> =>
  toEachAddress(tx, tx.actor.userId, (to, isFormerAddress) =>
    queueMail(tx, to, 'sign_in_changed', { ...newDeviceMail(tx), isFormerAddress, change, passkey }),
  );

/** Mails the owner, in the caller's transaction, about a new usage token. */
export const queueUsageTokenNotice = (
  tx: Context<Member>,
  { name, mayReport }: { name: string; mayReport: boolean },
): Promise<void> =>
  toEachAddress(tx, tx.actor.userId, (to, isFormerAddress) =>
    queueMail(tx, to, 'usage_token_created', { ...newDeviceMail(tx), isFormerAddress, name, mayReport }),
  );

/**
 * Mails the owner, in the caller's transaction, about a new password, and lists the other login factors, those that a
 * reset removed, and the usage tokens.
 */
export async function queuePasswordNotice(
  tx: Context,
  userId: string,
  how: PasswordChangedProps['how'],
  removed: Factors = NO_FACTORS,
): Promise<void> {
  const [factors, usageTokens] = [
    await findFactors(tx, userId),
    await tx.db.usageToken.findMany({
      where: whereMadeBy(userId),
      orderBy: { createdAt: 'asc' },
      select: { name: true },
    }),
  ];
  const isOwn = tx.actor.kind === 'anonymous' || (tx.actor.kind === 'user' && tx.actor.userId === userId);
  const { device, address, time } = newDeviceMail(tx);
  await toEachAddress(tx, userId, (to, isFormerAddress) =>
    queueMail(tx, to, 'password_changed', {
      loginUrl: absoluteUrl(paths.login()),
      supportMail: contacts().supportMail,
      isFormerAddress,
      how,
      where: isOwn ? { device, address, time } : null,
      factors,
      removed,
      usageTokens: usageTokens.map(({ name }) => name),
    }),
  );
}

/** The login factors besides the password. */
export async function findFactors(tx: Context, userId: string): Promise<Factors> {
  const { totpEnabledAt, passkeys } = await tx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { totpEnabledAt: true, passkeys: { orderBy: { createdAt: 'asc' }, select: { name: true } } },
  });
  return { authenticator: totpEnabledAt !== null, passkeys: passkeys.map(({ name }) => name) };
}

/** Also sends to former addresses whose change can still be undone, because a thief may have made the change. */
async function toEachAddress(
  tx: Context,
  userId: string,
  send: (to: string, isFormerAddress: boolean) => Promise<void>,
): Promise<void> {
  const { email, emailChanges } = await tx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, emailChanges: { where: isUndoable(tx.now), select: { oldEmail: true } } },
  });
  if (email) await send(email, false);
  const former = new Set(emailChanges.map(({ oldEmail }) => oldEmail));
  for (const address of former) if (address !== email) await send(address, true);
}
