import { recordAudit } from '#lib/audit/audit.ts';
import { countingCodes, useSecondFactor } from '#lib/auth/factors/second-factor.ts';
import { renewedHash, verifyPassword } from '#lib/auth/passwords/password-hash.ts';
import type { LogInInput } from '#lib/auth/schema.ts';
import { consumeChallenge, createChallenge, findChallenge } from '#lib/auth/session/challenge.ts';
import { auditedBrowser } from '#lib/auth/session/device-name.ts';
import { endAppSessions } from '#lib/auth/session/end-app-sessions.ts';
import { whileUnchanged } from '#lib/auth/session/in-flight.ts';
import { loginColumns, rememberDevice, type PersonLoggingIn } from '#lib/auth/session/known-device.ts';
import { assertMayLogIn, recordRefusedLogin, refuseLogin } from '#lib/auth/session/login-refusal.ts';
import { endOldestSessions } from '#lib/auth/session/most-sessions.ts';
import { moveProviderSession } from '#lib/auth/session/sessions.ts';
import {
  endSignInSession,
  isLongAgo,
  startSignInSession,
  type Amr,
  type SessionTimes,
} from '#lib/auth/session/sign-in-session.ts';
import { passwordBeforeVerification, pendingSignUps } from '#lib/auth/sign-up/sign-ups.ts';
import { transaction, type Context } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import type { Limited } from '#lib/http/rate-limit.ts';
import { countedTry, recordLimit } from './attempt.ts';
import { queueNewDeviceNotice } from './sign-in-notice.ts';

/** The cookies that a login reads: tokens of the previous session, of the device, and of a sign-up in this browser. */
export type LoginCookies = { session: string | null; device: string | null; signUp: string | null };
/** A completed login with the tokens for its cookies, or a login that waits for the second factor. */
export type LogInOutcome =
  | { status: 'ok'; session: string; device: string }
  | { status: 'totp_required'; challenge: string };

/**
 * Checks a password and starts a session; the browser's previous session ends (S22). With two-factor on, returns a
 * challenge instead. Throws `unauthenticated` alike for an unknown address and a wrong password (S1), and
 * `email_not_verified` or `user_blocked` only after the right password (S2). Too many failures for an account or from
 * an IP address throw `rate_limited`; a browser that the owner has logged in with before has a separate limit (S9).
 */
export async function logIn(ctx: Context, input: LogInInput, cookies: LoginCookies): Promise<LogInOutcome> {
  const user = await ctx.db.user.findUnique({
    where: { email: input.email },
    select: {
      ...loginColumns(cookies.device, ctx.now),
      passwordHash: true,
      emailVerifiedAt: true,
      blockedAt: true,
      totpEnabledAt: true,
      signUps: pendingSignUps(ctx.now),
    },
  });
  const limits = failureLimits(ctx, input.email, user?.devices[0]?.id);
  const matches = await countedTry(ctx, user?.id ?? null, limits, () =>
    verifyPassword(user && hashToVerify(user, cookies.signUp), input.password, ctx.ip),
  );
  if (!user || !matches) {
    const text = 'The email or password is incorrect.';
    return refuseLogin(ctx, user?.id ?? null, 'unauthenticated', text, 'credentials');
  }
  await assertMayLogIn(ctx, user);

  const rehashed = user.passwordHash && (await renewedHash(user.passwordHash, input.password, ctx.ip));
  return whileUnchanged(ctx, user, async (tx) => {
    if (rehashed) await tx.db.user.update({ where: { id: user.id }, data: { passwordHash: rehashed } });
    if (user.totpEnabledAt)
      return { status: 'totp_required', challenge: await createChallenge(tx, 'totp_login', { userId: user.id }) };
    return startLogin(tx, user, ['pwd'], cookies);
  });
}

/** Before the address is verified, the password of a sign-up, or one that an admin set, only tells what is missing. */
function hashToVerify(user: PersonWithPassword, signUpToken: string | null): string | null {
  if (user.emailVerifiedAt) return user.passwordHash;
  return passwordBeforeVerification(user.signUps, signUpToken) ?? user.passwordHash;
}

type PersonWithPassword = {
  passwordHash: string | null;
  emailVerifiedAt: Date | null;
  signUps: Parameters<typeof passwordBeforeVerification>[0];
};

/**
 * Completes a login with the second factor. Throws `unauthenticated` if the challenge is gone, `invalid` for a wrong
 * code (the challenge stays), and `rate_limited`.
 */
export async function logInWithSecondFactor(
  ctx: Context,
  code: string,
  challengeToken: string | null,
  cookies: LoginCookies,
): Promise<LogInOutcome> {
  const challenge = await findChallenge(ctx, 'totp_login', challengeToken);
  const user = challenge?.userId
    ? await ctx.db.user.findFirst({
        where: { id: challenge.userId, blockedAt: null, totpEnabledAt: { not: null } },
        select: { ...loginColumns(cookies.device, ctx.now), totpSecretSealed: true, totpLastStep: true },
      })
    : null;
  if (!challenge || !user)
    throw new DomainError('unauthenticated', 'The login took longer than five minutes. Please start again.');
  try {
    return await countingCodes(user.id, () =>
      whileUnchanged(ctx, user, async (tx) => {
        await useSecondFactor(tx, user, code);
        if (!(await consumeChallenge(tx, challenge.id)))
          throw new DomainError('unauthenticated', 'This login was completed elsewhere. Please start again.');
        return startLogin(tx, user, ['pwd', 'otp'], cookies);
      }),
    );
  } catch (error) {
    if (error instanceof DomainError && error.code === 'rate_limited')
      await recordLimit(ctx, user.id, ['totp_account', user.id]);
    if (error instanceof DomainError && error.code === 'invalid')
      await recordRefusedLogin(ctx, user.id, 'second_factor');
    throw error;
  }
}

/**
 * The last step of every login, inside `whileUnchanged`: creates the session, remembers the device, writes the audit
 * log, and mails the owner if the browser is new. `began`: the session's times, if it is not to be a fresh login.
 */
export async function startLogin(
  tx: Context,
  person: PersonLoggingIn,
  amr: Amr[],
  cookies: LoginCookies,
  began?: SessionTimes,
): Promise<LogInOutcome & { status: 'ok' }> {
  const { id, lastSeenAt } = person;
  const replaced = cookies.session ? await endSignInSession(tx.db, cookies.session) : null;
  const session = await startSignInSession(tx, id, amr, began);
  if (replaced?.userId === id) await moveProviderSession(tx, replaced.id, session.id);
  else if (replaced) await endAppSessions(tx, [replaced.id]);
  await endOldestSessions(tx, id);
  const device = await rememberDevice(tx, person, cookies.device);
  if (!device.wasKnown && lastSeenAt) await queueNewDeviceNotice(tx, id);
  if (!lastSeenAt || isLongAgo(lastSeenAt, tx.now))
    await tx.db.user.update({ where: { id }, data: { lastSeenAt: tx.now } });
  await recordAudit(tx, 'session.started', id, { session: session.id, amr, ...auditedBrowser(tx) });
  return { status: 'ok', session: session.token, device: device.token };
}

/** Ends the session behind the cookie's token. Does nothing if there is no such session. */
export async function logOut(ctx: Context, token: string | null): Promise<void> {
  if (!token) return;
  await transaction(ctx, async (tx) => {
    const ended = await endSignInSession(tx.db, token);
    if (!ended) return;
    await endAppSessions(tx, [ended.id]);
    await recordAudit(tx, 'session.ended', ended.userId, { session: ended.id });
  });
}

function failureLimits(ctx: Context, email: string, deviceId: string | undefined): Limited[] {
  if (deviceId) return [['login_failure_device', deviceId]];
  return [
    ['login_failure_address', ctx.ip ?? ''],
    ['login_failure_account', email],
  ];
}
