import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { loginOptions, userHandleOf, verifyAssertion } from '#lib/auth/factors/webauthn.ts';
import type { PasskeyLogInInput } from '#lib/auth/schema.ts';
import { consumeChallenge, createChallenge, findChallenge } from '#lib/auth/session/challenge.ts';
import { whileUnchanged } from '#lib/auth/session/in-flight.ts';
import { loginColumns } from '#lib/auth/session/known-device.ts';
import { assertMayLogIn, refuseLogin } from '#lib/auth/session/login-refusal.ts';
import type { Context } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import type { Limited } from '#lib/http/rate-limit.ts';
import { countedTry } from './attempt.ts';
import { startLogin, type LoginCookies, type LogInOutcome } from './service.ts';

/** Options for `navigator.credentials.get()` with any passkey of this site, and the token of the challenge's cookie. */
export async function startPasskeyLogin(
  ctx: Context,
): Promise<{ options: PublicKeyCredentialRequestOptionsJSON; challenge: string }> {
  const options = await loginOptions();
  return { options, challenge: await createChallenge(ctx, 'passkey_login', { value: options.challenge }) };
}

/**
 * Logs in the owner of a passkey. No second factor is needed, because the authenticator has verified the user. The
 * first answer uses up the challenge, even if the answer is wrong. Throws `unauthenticated` if the challenge is gone,
 * and for an unknown passkey or an invalid assertion, which get the same text. After a valid assertion throws
 * `user_blocked` or `email_not_verified`, as `logIn` does. Too many failures throw `rate_limited`; a browser that the
 * owner has logged in with before has a separate limit (S9).
 */
export async function logInWithPasskey(
  ctx: Context,
  { response }: PasskeyLogInInput,
  challengeToken: string | null,
  cookies: LoginCookies,
): Promise<LogInOutcome> {
  const passkey = await findPasskey(ctx, response.id, cookies);
  let outcome: LogInOutcome | null = null;
  await countedTry(ctx, passkey?.user.id ?? null, [failureLimit(ctx, passkey)], async () => {
    const challenge = await findChallenge(ctx, 'passkey_login', challengeToken);
    if (!challenge?.value || !(await consumeChallenge(ctx, challenge.id)))
      throw new DomainError('unauthenticated', 'The login took longer than five minutes. Please start again.');
    const use = passkey && (await verifyUse(passkey, response, challenge.value));
    if (!passkey || !use) return false;
    const { user } = passkey;
    await assertMayLogIn(ctx, user);
    outcome = await whileUnchanged(ctx, user, async (tx) =>
      (await recordUse(tx, passkey.id, use)) ? startLogin(tx, user, ['hwk'], cookies) : null,
    );
    return outcome !== null;
  });
  if (outcome) return outcome;
  return refuseLogin(ctx, passkey?.user.id ?? null, 'unauthenticated', 'This passkey does not work here.', 'passkey');
}

type KnownPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;
type Use = { counter: number; isBackedUp: boolean };

const findPasskey = (ctx: Context, credentialId: string, cookies: LoginCookies) =>
  ctx.db.passkey.findUnique({
    where: { credentialId },
    select: {
      id: true,
      credentialId: true,
      publicKey: true,
      counter: true,
      user: {
        select: {
          ...loginColumns(cookies.device, ctx.now),
          blockedAt: true,
          emailVerifiedAt: true,
        },
      },
    },
  });

function failureLimit(ctx: Context, passkey: KnownPasskey | null): Limited {
  const device = passkey?.user.devices[0];
  return device ? ['login_failure_device', device.id] : ['login_failure_address', ctx.ip ?? ''];
}

/** The user handle must match as well, because no user was identified before the ceremony (WebAuthn §7.2 step 6). */
async function verifyUse(
  { user, credentialId, publicKey, counter }: KnownPasskey,
  response: PasskeyLogInInput['response'],
  challenge: string,
): Promise<Use | null> {
  if (response.response.userHandle !== userHandleOf(user.id)) return null;
  const credential = { id: credentialId, publicKey, counter: Number(counter) };
  const assertion = await verifyAssertion(response, challenge, credential);
  return assertion && { counter: assertion.newCounter, isBackedUp: assertion.credentialBackedUp };
}

/**
 * Returns false if the passkey is gone, or if its counter did not grow, as with a cloned key. Authenticators without a
 * counter always send 0.
 */
async function recordUse(tx: Context, id: string, { counter, isBackedUp }: Use): Promise<boolean> {
  const { count } = await tx.db.passkey.updateMany({
    where: { id, counter: counter > 0 ? { lt: counter } : 0 },
    data: { counter, isBackedUp, lastUsedAt: tx.now },
  });
  return count === 1;
}
