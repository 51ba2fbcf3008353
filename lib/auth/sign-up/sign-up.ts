import { recordAudit } from '#lib/audit/audit.ts';
import { voidLogins } from '#lib/auth/session/in-flight.ts';
import { transaction, type Context } from '#lib/context.ts';
import { absoluteUrl } from '#lib/env.ts';
import { tryToCount } from '#lib/http/rate-limit.ts';
import { queueMail } from '#lib/mail/service.ts';
import { paths } from '#lib/paths.ts';
import { hashPassword } from '#lib/users/password-hash.ts';
import { assertAcceptablePassword } from '#lib/users/password-strength.ts';
import type { SignUpInput } from '#lib/users/schema.ts';
import { newSignUpBrowser } from './sign-up-browser.ts';
import { queueVerification } from './verify-email.ts';

/**
 * Creates an unverified user and queues the verification mail. Returns the token of the cookie that recognises this
 * browser when the address is verified. A taken address gets the same answer; at most once an hour its owner gets a
 * notice (S3). If the address is unverified, this sign-up replaces the earlier one: its password, its link and its
 * browser. Throws `weak_password`.
 */
export async function signUp(ctx: Context, input: SignUpInput): Promise<{ browser: string }> {
  await assertAcceptablePassword(input.password, input.email, 'password', ctx.ip);
  const passwordHash = await hashPassword(input.password, ctx.ip);
  const browser = newSignUpBrowser(ctx.now);
  await transaction(ctx, async (tx) => {
    const { email } = input;
    const { count } = await tx.db.user.createMany({
      data: { email, passwordHash, createdAt: ctx.now },
      skipDuplicates: true,
    });
    const [user] = await tx.db.$queryRaw<{ id: string; verified: boolean }[]>`
      SELECT id::text, email_verified_at IS NOT NULL AS verified FROM users WHERE email = ${email} FOR NO KEY UPDATE`;
    // The user was deleted in the meantime: the answer is the same, and another sign-up creates the user.
    if (!user) return;
    if (count === 0 && !(await tryToCount('email_taken_account', user.id, tx.db))) return;
    if (user.verified) return queueMail(tx, email, 'email_taken', { loginUrl: absoluteUrl(paths.login()) });
    if (count === 0) {
      await tx.db.user.update({ where: { id: user.id }, data: { passwordHash } });
      await voidLogins(tx, user.id);
    }
    await queueVerification(tx, { id: user.id, email }, input.return_url, browser.row);
    await recordAudit(tx, count ? 'user.signed_up' : 'user.verification_requested', user.id);
  });
  return { browser: browser.token };
}
