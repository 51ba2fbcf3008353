import { recordAcceptance } from '#lib/acceptances/acceptances.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import { startLogin, type LogInOutcome, type LoginCookies } from '#lib/auth/login/service.ts';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { assertAcceptablePassword } from '#lib/auth/passwords/password-strength.ts';
import type { ResendVerificationInput, VerifyEmailInput } from '#lib/auth/schema.ts';
import { loginColumns } from '#lib/auth/session/known-device.ts';
import { transaction, type Context } from '#lib/base/context.ts';
import { DomainError, invalidField } from '#lib/base/errors.ts';
import { notFreshAt } from '#lib/base/fresh-login.ts';
import { consumeLimit } from '#lib/http/rate-limit.ts';
import { openAsked, sealAsked } from '#lib/jobs/asked.ts';
import { enqueue, type JobPayloads } from '#lib/jobs/queue.ts';
import { findSignUpLink, findSignUpOfBrowser, isBrowserOf, mailSignUpLink, voidSignUps } from './sign-ups.ts';

/** The session that a verification opened in the browser that signed up, or null; and where the sign-up leads. */
export type Verification = { login: (LogInOutcome & { status: 'ok' }) | null; returnUrl: string | null };

/**
 * Verifies the address with a mailed link, which works exactly once. In the browser that signed up, the password of
 * that sign-up becomes effective, and a session begins unless the user is blocked or has two-factor; the session does not count as a
 * fresh login (docs/decisions/0034). In any other browser, `password` becomes the password, and what the sign-up typed
 * never does (S86). All other sign-ups with the address are void. Throws `invalid` for any other token or a missing
 * password (`fields.password`), `weak_password`, and `rate_limited`.
 */
export async function verifyEmail(
  ctx: Context,
  { email, token, password }: VerifyEmailInput,
  cookies: LoginCookies = { session: null, device: null, signUp: null },
): Promise<Verification> {
  await consumeLimit('email_link_address', ctx.ip ?? '');
  const link = await findSignUpLink(ctx, email, token);
  if (!link) throw voidLink();
  const typed = isBrowserOf(link, cookies.signUp) ? link.passwordHash : null;
  const passwordHash = typed ?? (await hashChosen(ctx, email, password));
  return transaction(ctx, async (tx) => {
    // Same lock order as a block: first the user, then the link.
    await tx.db.$queryRaw`SELECT 1 FROM users WHERE email = ${email} FOR NO KEY UPDATE`;
    if (!(await findSignUpLink(tx, email, token))) throw voidLink();
    const select = { ...loginColumns(cookies.device, ctx.now), blockedAt: true, totpEnabledAt: true };
    const user = await tx.db.user.findUniqueOrThrow({ where: { email }, select });
    await voidSignUps(tx, user.id);
    const isOwnBrowser = typed !== null;
    await tx.db.user.update({
      where: { id: user.id },
      data: { passwordHash, emailVerifiedAt: ctx.now, resetKeepsFactors: isOwnBrowser },
    });
    await recordAudit(tx, 'user.email_verified', user.id, { browser: isOwnBrowser ? 'of the sign-up' : 'another' });
    // In another browser, the page beside whose button the password was chosen showed the terms of today.
    const { termsVersion: version, createdAt: at } = link;
    const typedWith = isOwnBrowser && version !== null ? { version, at } : {};
    await recordAcceptance(tx, { accountId: user.id, document: 'terms', act: 'sign_up', ...typedWith });
    const opensSession = isOwnBrowser && !user.blockedAt && !user.totpEnabledAt;
    const login = opensSession ? await startLogin(tx, user, ['pwd'], cookies, notFreshAt(ctx.now)) : null;
    return { login, returnUrl: link.returnUrl };
  });
}

async function hashChosen(ctx: Context, email: string, password: string | undefined): Promise<string> {
  if (password === undefined) throw invalidField('password', 'Please choose a password.');
  await assertAcceptablePassword(password, email, 'password', ctx.ip);
  return hashPassword(password, ctx.ip);
}

/**
 * Requests a new verification link. `browser` is the cookie of a sign-up: in its browser, the new link activates that
 * sign-up; in any other, the password is chosen when the link is opened. Neither the answer nor its timing shows
 * whether the address belongs to an unverified user, because a job does the lookup. Throws `rate_limited`.
 */
export async function resendVerification(
  ctx: Context,
  input: ResendVerificationInput,
  browser: string | null = null,
): Promise<void> {
  await consumeLimit('verify_mail_address', ctx.ip ?? '');
  await consumeLimit('verify_mail_account', input.email);
  await enqueue(ctx.db, 'verification.mail', { sealed: sealAsked(ctx, { ...input, browser }) });
}

/** The job `verification.mail`: mails a new link if the address belongs to an unverified user. */
export async function mailVerification(system: Context, { sealed }: JobPayloads['verification.mail']): Promise<void> {
  const { asked, ctx } = openAsked(system, sealed);
  const { email } = asked;
  await transaction(ctx, async (tx) => {
    await tx.db.$queryRaw`SELECT 1 FROM users WHERE email = ${email} FOR NO KEY UPDATE`;
    const user = await tx.db.user.findFirst({ where: { email, emailVerifiedAt: null }, select: { id: true } });
    if (!user) return;
    const own = await findSignUpOfBrowser(tx, user.id, asked.browser ?? null);
    const typed = own ?? { passwordHash: null, browserTokenHash: null, returnUrl: null, termsVersion: null };
    await mailSignUpLink(tx, { id: user.id, email }, { ...typed, returnUrl: asked.return_url ?? typed.returnUrl });
    await recordAudit(tx, 'user.verification_requested', user.id);
  });
}

const voidLink = () =>
  new DomainError('invalid', 'This verification link is invalid or has expired. Please request a new one.');
