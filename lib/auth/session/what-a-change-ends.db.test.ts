import { generate } from 'otplib';
import { beforeAll, expect, test } from 'vitest';
import { seal } from '#lib/base/crypto.ts';
import { db } from '#lib/base/db/db.ts';
import { findLogin } from '#lib/oauth/consent/interaction.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow, unique } from '#lib/testing/factories.ts';
import { logInByPassword, NO_COOKIES } from '#lib/testing/demo/lived-in-account.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { mailedToken, mailsTo } from '#lib/testing/queued-mails.ts';
import { DAY } from '#lib/base/time.ts';
import { createOneTimeToken } from '#lib/auth/one-time-token.ts';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { createUsageToken } from '#lib/usage-tokens/service.ts';
import { changePassword } from '#lib/auth/settings/change-password.ts';
import { assertFreshLogin } from '#lib/base/fresh-login.ts';
import { resetPassword } from '#lib/auth/settings/password-reset.ts';
import { TOTP_PURPOSE } from '#lib/auth/factors/second-factor.ts';
import { logIn, logInWithSecondFactor } from '#lib/auth/login/service.ts';
import { signUp } from '#lib/auth/sign-up/sign-up.ts';
import { verifyEmail } from '#lib/auth/sign-up/verify-email.ts';
import { ABSOLUTE_MS, findSignInSession, startSignInSession } from './sign-in-session.ts';
import { createTotpSecret } from '#lib/auth/factors/totp.ts';

const OLD = 'Correct-Horse-7';
const NEW = 'Another-Zebra-9-Lantern';
let passwordHash = '';
beforeAll(async () => {
  passwordHash = await hashPassword(OLD);
});

const visitor = () => anonymousContext(db());
const change = { current_password: OLD, new_password: NEW };
const reset = async ({ id, email }: { id: string; email: string }, device: string | null = null) => {
  const token = await createOneTimeToken(db(), 'reset_password', { id, email }, new Date());
  await resetPassword(visitor(), { email, token, password: NEW }, device);
};
const withTotp = () => {
  const secret = createTotpSecret();
  return { totpSecretSealed: seal(secret, TOTP_PURPOSE), totpEnabledAt: new Date(), code: () => generate({ secret }) };
};
const addPasskey = (userId: string, name: string) =>
  db().passkey.create({
    data: {
      userId,
      name,
      credentialId: unique('credential'),
      publicKey: Buffer.from('key'),
      counter: 0,
      isBackedUp: false,
    },
  });
const addArtifact = (userId: string, model: string) =>
  db().oidcArtifact.create({ data: { model, id: unique('artifact'), payload: {}, userId } });

test('keeps the login time when the password changes, both for fresh-login checks and for OAuth clients', async () => {
  const person = await createSignedInUser(db(), { passwordHash });
  const later = person.contextAt(new Date(Date.now() + 2 * DAY));
  const before = await db().signInSession.findFirstOrThrow({ where: { userId: person.id } });
  const token = await changePassword(later, change);
  const [row, ...others] = await db().signInSession.findMany({ where: { userId: person.id } });
  expect(others).toEqual([]);
  expect(row).toMatchObject({ authTime: before.authTime, createdAt: before.createdAt, amr: before.amr });
  const session = await findSignInSession(db(), token, later.now);
  const ctx = { ...later, actor: { ...later.actor, sessionId: session?.id ?? '' } };
  expect(session?.id).not.toBe(before.id);
  await expect(assertFreshLogin(ctx)).rejects.toMatchObject({ code: 'reauthentication_required' });
  expect(await findLogin(ctx, ctx.actor.sessionId)).toMatchObject({ loggedInAt: before.authTime });
});

test('does not extend a session beyond 30 days after login when the password changes (S25)', async () => {
  const person = await createSignedInUser(db(), { passwordHash });
  await changePassword(person.contextAt(new Date(Date.now() + 29 * DAY)), change);
  const { createdAt, expiresAt } = await db().signInSession.findFirstOrThrow({ where: { userId: person.id } });
  expect(expiresAt.getTime()).toBe(createdAt.getTime() + ABSOLUTE_MS);
});

test('refuses a change of password from an ended session and changes nothing', async () => {
  const person = await createSignedInUser(db(), { passwordHash });
  await db().signInSession.deleteMany({ where: { userId: person.id } });
  await expect(changePassword(person.ctx, change)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await db().user.findUniqueOrThrow({ where: { id: person.id } })).toMatchObject({ passwordHash });
  expect(await db().signInSession.count({ where: { userId: person.id } })).toBe(0);
});

test('voids a login that waits for its code when the password changes', async () => {
  const { code, ...totp } = withTotp();
  const person = await createSignedInUser(db(), { passwordHash, ...totp });
  const waiting = await logIn(visitor(), { email: person.email, password: OLD }, NO_COOKIES);
  if (waiting.status !== 'totp_required') throw new Error('no code was requested');
  await changePassword(person.ctx, change);
  await expect(logInWithSecondFactor(visitor(), await code(), waiting.challenge, NO_COOKIES)).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});

test('ends grants and refresh tokens on a password change, and mails which usage tokens remain (S17)', async () => {
  const person = await createSignedInUser(db(), { passwordHash });
  await addArtifact(person.id, 'Grant');
  await addArtifact(person.id, 'RefreshToken');
  await createUsageToken(person.ctx, { name: 'Grafana' });
  await changePassword(person.ctx, change);
  expect(await db().oidcArtifact.count({ where: { userId: person.id } })).toBe(0);
  expect(await db().usageToken.count({ where: { accountId: person.id } })).toBe(1);
  const mail = (await mailsTo(person.email)).find(({ template }) => template === 'password_changed');
  expect(mail?.text).toContain('connected apps have to ask you again');
  expect(mail?.text).toContain('Usage tokens can still read your usage: “Grafana”.');
});

test('keeps all login factors after a reset and names them in the email (S13)', async () => {
  const { code, ...totp } = withTotp();
  const { id, email } = await createUserRow(db(), { passwordHash, ...totp });
  const person = { id, email: email ?? '' };
  await addPasskey(id, 'Phone');
  await reset(person);
  const outcome = await logIn(visitor(), { email: person.email, password: NEW }, NO_COOKIES);
  if (outcome.status !== 'totp_required') throw new Error('no code was requested');
  await expect(logInWithSecondFactor(visitor(), await code(), outcome.challenge, NO_COOKIES)).resolves.toMatchObject({
    status: 'ok',
  });
  expect(await db().passkey.count({ where: { userId: id } })).toBe(1);
  const mail = (await mailsTo(person.email)).find(({ template }) => template === 'password_changed');
  expect(mail?.text).toContain('the authenticator app and its recovery codes and the passkey “Phone”');
  expect(mail?.text).toContain('usage tokens have ended');
});

test.each([
  ['of an account from before this rule', async () => createUserRow(db(), { passwordHash, resetKeepsFactors: false })],
  ['of an account that was verified in another browser', verifiedElsewhere],
])(
  'removes factors and sessions that were added since the verification at the first reset %s (S86)',
  async (_, create) => {
    const { id, email } = await create();
    const person = { id, email: email ?? '' };
    const { code: _code, ...totp } = withTotp();
    await db().user.update({ where: { id }, data: totp });
    await addPasskey(id, 'Phone');
    await startSignInSession(visitor(), id);
    await reset(person);
    expect(await db().passkey.count({ where: { userId: id } })).toBe(0);
    expect(await db().signInSession.count({ where: { userId: id } })).toBe(0);
    const again = await logIn(visitor(), { email: person.email, password: NEW }, NO_COOKIES);
    expect(again.status).toBe('ok');
    const mail = (await mailsTo(person.email)).findLast(({ template }) => template === 'password_changed');
    expect(mail?.text).toContain('also removed the authenticator app and its recovery codes and the passkey “Phone”');
    await addPasskey(id, 'Laptop');
    await reset(person);
    expect(await db().passkey.count({ where: { userId: id } })).toBe(1);
  },
);

async function verifiedElsewhere() {
  const email = `${unique('elsewhere')}@test.example`;
  await signUp(visitor(), { email, password: OLD });
  const token = await mailedToken(email, 'verify_email');
  await verifyEmail(visitor(), { email, token, password: OLD });
  return db().user.findUniqueOrThrow({ where: { email } });
}

test("mails a notice about a login from a thief's browser after a reset, but not from the owner's", async () => {
  const { id, email } = await createUserRow(db(), { passwordHash });
  const person = { id, email: email ?? '' };
  const [owner, thief] = [
    await logInByPassword(visitor(), { email: person.email, password: OLD }),
    await logInByPassword(visitor(), { email: person.email, password: OLD }),
  ];
  await reset(person, owner.device);
  const notices = async () => (await mailsTo(person.email)).filter(({ template }) => template === 'new_device').length;
  const before = await notices();
  const logInAt = (device: string) => logInByPassword(visitor(), { email: person.email, password: NEW }, { device });
  await logInAt(owner.device);
  expect(await notices()).toBe(before);
  await logInAt(thief.device);
  expect(await notices()).toBe(before + 1);
});

test('voids a pending change of address on reset', async () => {
  const { id, email } = await createUserRow(db(), { passwordHash });
  await db().emailChange.create({
    data: {
      userId: id,
      oldEmail: email ?? '',
      newEmail: `${unique('thief')}@test.example`,
      requestedAt: new Date(),
      confirmTokenHash: Buffer.from(unique('hash')),
      expiresAt: new Date(Date.now() + DAY),
    },
  });
  await reset({ id, email: email ?? '' });
  expect(await db().emailChange.count({ where: { userId: id } })).toBe(0);
});

test('mails the name of a new usage token, but not the token', async () => {
  const person = await createSignedInUser(db());
  const { token } = await createUsageToken(person.ctx, { name: 'Grafana' });
  const mail = (await mailsTo(person.email)).find(({ template }) => template === 'usage_token_created');
  expect(mail?.text).toMatch(/Token: +Grafana\n/);
  expect(mail?.text).not.toContain(token.slice(4, 12));
});
