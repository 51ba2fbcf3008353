import type { SignInChange } from '#emails/sign-in-changed.ts';
import { contacts } from '#lib/contacts.ts';
import type { Context, Member } from '#lib/context.ts';
import { env } from '#lib/env.ts';
import { queueMail } from '#lib/mail/service.ts';
import { paths } from '#lib/paths.ts';
import { newDeviceMail } from './device-name.ts';

/** Tells the owner, in the caller's transaction, that how they sign in has changed; `passkey` is the name of the one it is about. */
export async function queueSignInNotice(
  tx: Context<Member>,
  change: SignInChange,
  passkey: string | null = null,
): Promise<void> {
  const { email } = await tx.db.user.findUniqueOrThrow({ where: { id: tx.actor.userId }, select: { email: true } });
  if (email) await queueMail(tx, email, 'sign_in_changed', { ...newDeviceMail(tx), change, passkey });
}

/** Tells the owner, in the caller's transaction, that the password was changed or reset. */
export const queuePasswordNotice = (tx: Context, email: string): Promise<void> =>
  queueMail(tx, email, 'password_changed', {
    loginUrl: env().APP_URL + paths.login(),
    supportMail: contacts().supportMail,
  });
