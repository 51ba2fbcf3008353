import { generate } from 'otplib';
import { beforeAll, expect, test } from 'vitest';
import { seal } from '#lib/base/crypto.ts';
import { db } from '#lib/base/db/db.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { NO_COOKIES } from '#lib/testing/demo/lived-in-account.ts';
import { MINUTE } from '#lib/base/time.ts';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { createRecoveryCodes, recoveryCodeHash } from './recovery-code.ts';
import { TOTP_PURPOSE } from './second-factor.ts';
import { logIn, logInWithSecondFactor } from '#lib/auth/login/service.ts';
import { findSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { createTotpSecret, totpStepOf } from './totp.ts';

const PASSWORD = 'Correct-Horse-7';
const STEP_MS = 30_000;
let passwordHash = '';
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

async function personWithTotp() {
  const secret = createTotpSecret();
  const codes = createRecoveryCodes();
  const { id, email } = await createUserRow(db(), {
    passwordHash,
    totpSecretSealed: seal(secret, TOTP_PURPOSE),
    totpEnabledAt: new Date(),
    recoveryCodes: { create: codes.map((code) => ({ codeHash: recoveryCodeHash(code) })) },
  });
  const codeAt = (when: Date) => generate({ secret, epoch: Math.floor(when.getTime() / 1000) });
  /** A code that is wrong now and in the steps around it. */
  const wrongCode = async () => {
    const right = await Promise.all([-2, -1, 0, 1, 2].map((steps) => codeAt(new Date(Date.now() + steps * STEP_MS))));
    return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? '';
  };
  return { id, email: email ?? '', secret, codes, codeAt, wrongCode };
}

async function challengeFor(email: string, ctx = anonymousContext(db())) {
  const outcome = await logIn(ctx, { email, password: PASSWORD }, NO_COOKIES);
  if (outcome.status !== 'totp_required') throw new Error('no second factor was requested');
  return outcome.challenge;
}
const complete = (challenge: string | null, code: string, ctx = anonymousContext(db())) =>
  logInWithSecondFactor(ctx, code, challenge, NO_COOKIES);

test('starts a session after the code, not after the password alone', async () => {
  const user = await personWithTotp();
  const challenge = await challengeFor(user.email);
  expect(await db().signInSession.count({ where: { userId: user.id } })).toBe(0);
  const outcome = await complete(challenge, await user.codeAt(new Date()));
  if (outcome.status !== 'ok') throw new Error(outcome.status);
  expect(await findSignInSession(db(), outcome.session, new Date())).toMatchObject({ user: { id: user.id } });
  expect(await db().signInSession.findFirst({ where: { userId: user.id } })).toMatchObject({ amr: ['pwd', 'otp'] });
});

test('records a wrong code and keeps the challenge, which then works once', async () => {
  const user = await personWithTotp();
  const challenge = await challengeFor(user.email);
  await expect(complete(challenge, await user.wrongCode())).rejects.toMatchObject({ code: 'invalid' });
  await expect(complete(challenge, await user.codeAt(new Date()))).resolves.toMatchObject({ status: 'ok' });
  await expect(complete(challenge, user.codes[0] ?? '')).rejects.toMatchObject({ code: 'unauthenticated' });
  const auditLog = await db().auditEvent.findMany({ where: { targetId: user.id }, orderBy: { id: 'asc' } });
  expect(auditLog.map(({ action }) => action)).toEqual(['session.refused', 'session.started']);
});

test('accepts a code for only one of eight simultaneous logins', async () => {
  const user = await personWithTotp();
  const now = new Date();
  const code = await user.codeAt(now);
  const challenges = await Promise.all(Array.from({ length: 8 }, () => challengeFor(user.email)));
  const results = await Promise.allSettled(challenges.map((challenge) => complete(challenge, code)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('accepts a recovery code once, ignoring case and hyphens', async () => {
  const user = await personWithTotp();
  const [code = ''] = user.codes;
  const challenges = await Promise.all([challengeFor(user.email), challengeFor(user.email)]);
  await expect(complete(challenges[0] ?? null, code.toUpperCase().replaceAll('-', ' '))).resolves.toMatchObject({
    status: 'ok',
  });
  await expect(complete(challenges[1] ?? null, code)).rejects.toMatchObject({ code: 'invalid' });
});

test("refuses a challenge that is missing, older than five minutes, or a blocked user's", async () => {
  const user = await personWithTotp();
  const challenge = await challengeFor(user.email);
  const later = new Date(Date.now() + 5 * MINUTE + 1000);
  await expect(
    complete(challenge, await user.codeAt(later), anonymousContext(db(), { now: later })),
  ).rejects.toMatchObject({ code: 'unauthenticated' });
  await db().user.update({ where: { id: user.id }, data: { blockedAt: new Date() } });
  await expect(complete(challenge, await user.codeAt(new Date()))).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(complete(null, '123456')).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('refuses even a right code after ten wrong codes for one account, although each had a new challenge', async () => {
  const user = await personWithTotp();
  for (let count = 0; count < 10; count++)
    await expect(complete(await challengeFor(user.email), await user.wrongCode())).rejects.toMatchObject({
      code: 'invalid',
    });
  await expect(complete(await challengeFor(user.email), await user.codeAt(new Date()))).rejects.toMatchObject({
    code: 'rate_limited',
  });
});

test.each([
  ['the current step', 0, true],
  ['a clock 30 s behind', -1, true],
  ['a clock 30 s ahead', 1, true],
  ['two steps ago', -2, false],
  ['two steps ahead', 2, false],
])('decides whether to accept a code of %s (offset %i): %s (RFC 6238)', async (_what, steps, accepted) => {
  const secret = createTotpSecret();
  const now = new Date('2026-11-21T10:00:15Z');
  const code = await generate({ secret, epoch: (now.getTime() + steps * STEP_MS) / 1000 });
  const step = BigInt(Math.floor(now.getTime() / STEP_MS) + steps);
  expect(await totpStepOf(secret, code, now, null)).toBe(accepted ? step : null);
  if (accepted) expect(await totpStepOf(secret, code, now, step)).toBeNull();
});

test.each(['', '12345', '1234567', 'abcdef'])('does not accept %j as a code', async (code) => {
  expect(await totpStepOf(createTotpSecret(), code, new Date(), null)).toBeNull();
});

test('creates ten different recovery codes of 80 bits', () => {
  const codes = createRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
});
