import { recordAudit } from '#lib/audit/audit.ts';
import { queuePasswordNotice } from '#lib/auth/login/sign-in-notice.ts';
import { createOneTimeToken } from '#lib/auth/one-time-token.ts';
import { forgetDevices } from '#lib/auth/session/known-device.ts';
import { endEverySession } from '#lib/auth/session/sessions.ts';
import { voidSignUps } from '#lib/auth/sign-up/sign-ups.ts';
import type { Context } from '#lib/base/context.ts';
import { paths } from '#lib/base/paths.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { absoluteUrl } from '#lib/base/settings/env.ts';
import { queueMail } from '#lib/mail/service.ts';

/**
 * Sets a user's new password: mailed reset links are void, all sessions and tokens end, known devices are forgotten,
 * and a notice is mailed (S24). Call it in the transaction of the change.
 */
export async function setPassword(tx: Context, { id }: { id: string }, passwordHash: string): Promise<void> {
  await replacePassword(tx, id, passwordHash);
  await tx.db.oneTimeToken.deleteMany({ where: { userId: id, purpose: { in: ['reset_password', 'invitation'] } } });
  await queuePasswordNotice(tx, id, 'reset');
  await recordAudit(tx, 'user.password_reset', id, { how: 'set' });
}

/** Voids a user's password, ends all sessions and tokens, and mails a link to set a new one (S24). */
export async function mailPasswordReset(tx: Context, { id, email }: { id: string; email: string }): Promise<void> {
  await replacePassword(tx, id, null);
  await tx.db.oneTimeToken.deleteMany({ where: { userId: id, purpose: 'invitation' } });
  const token = await createOneTimeToken(tx.db, 'reset_password', { id, email }, tx.now);
  const url = absoluteUrl(paths.resetPassword({ email, token }));
  await queueMail(tx, email, 'password_voided', { url, supportMail: contacts().supportMail });
  await recordAudit(tx, 'user.password_reset', id, { how: 'mailed' });
}

async function replacePassword(tx: Context, id: string, passwordHash: string | null): Promise<void> {
  await voidSignUps(tx, id);
  await tx.db.user.update({ where: { id }, data: { passwordHash, version: { increment: 1 } } });
  await endEverySession(tx, id);
  await forgetDevices(tx, id);
}
