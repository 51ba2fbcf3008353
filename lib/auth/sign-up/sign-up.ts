import { CURRENT_VERSION } from '#lib/acceptances/acceptances.ts';
import { openAccount } from '#lib/accounts/open-account.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { assertAcceptablePassword } from '#lib/auth/passwords/password-strength.ts';
import type { SignUpInput } from '#lib/auth/schema.ts';
import { transaction, type Context } from '#lib/base/context.ts';
import { randomToken, sha256 } from '#lib/base/crypto.ts';
import { paths } from '#lib/base/paths.ts';
import { absoluteUrl } from '#lib/base/settings/env.ts';
import { tryToCount } from '#lib/http/rate-limit.ts';
import { queueMail } from '#lib/mail/service.ts';
import { mailSignUpLink } from './sign-ups.ts';

/**
 * Creates an unverified user and mails a link that activates what was typed here and nothing else (S86). Returns the
 * token of the cookie that recognises this browser when the link is opened. A taken address gets the same answer (S3):
 * a verified owner is mailed a notice, at most once an hour; an address that waits for verification gets a further
 * link, at most three an hour. Throws `weak_password`.
 */
export async function signUp(ctx: Context, input: SignUpInput): Promise<{ browser: string }> {
  const { email } = input;
  await assertAcceptablePassword(input.password, email, 'password', ctx.ip);
  const passwordHash = await hashPassword(input.password, ctx.ip);
  const browser = randomToken();
  await transaction(ctx, async (tx) => {
    const { count } = await tx.db.user.createMany({ data: { email, createdAt: ctx.now }, skipDuplicates: true });
    const [user] = await tx.db.$queryRaw<{ id: string; verified: boolean }[]>`
      SELECT id::text, email_verified_at IS NOT NULL AS verified FROM users WHERE email = ${email} FOR NO KEY UPDATE`;
    // The user was deleted in the meantime: the answer is the same, and another sign-up creates the user.
    if (!user) return;
    if (count) await openAccount(tx.db, { id: user.id, createdAt: ctx.now });
    if (!(await tryToCount(user.verified ? 'email_taken_account' : 'sign_up_account', user.id, tx.db))) return;
    if (user.verified) return queueMail(tx, email, 'email_taken', { loginUrl: absoluteUrl(paths.login()) });
    const returnUrl = input.return_url ?? null;
    const typed = { passwordHash, browserTokenHash: sha256(browser), returnUrl, termsVersion: CURRENT_VERSION };
    await mailSignUpLink(tx, { id: user.id, email }, typed);
    await recordAudit(tx, count ? 'user.signed_up' : 'user.verification_requested', user.id);
  });
  return { browser };
}
