import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { createAuthenticator, type Forgery } from '#lib/testing/authenticator.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { NO_COOKIES } from '#lib/testing/demo/lived-in-account.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { MINUTE } from '#lib/base/time.ts';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { createChallenge } from '#lib/auth/session/challenge.ts';
import { logInWithPasskey, startPasskeyLogin } from './passkey-login.ts';
import { createPasskey, deletePasskey, startPasskeyRegistration } from '#lib/auth/settings/passkeys.ts';
import { logIn, type LoginCookies } from './service.ts';
import { findSignInSession } from '#lib/auth/session/sign-in-session.ts';

const PASSWORD = 'Correct-Horse-7';
let passwordHash = '';
let addresses = 0;
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});
/** An anonymous visitor with a fresh IP address, so that failures of one test do not count in another. */
const visitor = (changes: Parameters<typeof anonymousContext>[1] = {}) =>
  anonymousContext(db(), { ip: `198.51.100.${++addresses}`, ...changes });

/** A user with a passkey and no session, so that any new session comes from the passkey. */
async function personWithPasskey({ counts = true } = {}) {
  const person = await createSignedInUser(db(), { passwordHash });
  const authenticator = createAuthenticator({ counts });
  const { options, challenge } = await startPasskeyRegistration(person.ctx);
  const passkey = await createPasskey(person.ctx, { name: '', response: authenticator.create(options) }, challenge);
  await db().signInSession.deleteMany({ where: { userId: person.id } });
  return { ...person, authenticator, passkeyId: passkey.id, userHandle: options.user.id };
}
type Person = Awaited<ReturnType<typeof personWithPasskey>>;

async function logInBy(
  { authenticator }: Pick<Person, 'authenticator'>,
  { forgery = {}, ctx = visitor(), cookies = NO_COOKIES }: LoginChanges = {},
) {
  const { options, challenge } = await startPasskeyLogin(ctx);
  const outcome = await logInWithPasskey(ctx, { response: authenticator.get(options, forgery) }, challenge, cookies);
  if (outcome.status !== 'ok') throw new Error(outcome.status);
  return outcome;
}
type LoginChanges = { forgery?: Forgery; ctx?: ReturnType<typeof visitor>; cookies?: LoginCookies };
const sessionsOf = ({ id }: Person) => db().signInSession.findMany({ where: { userId: id } });
const refusedTexts = { code: 'unauthenticated', message: 'This passkey does not work here.' };

test("logs the passkey's owner in without a code, even with two-factor on, and records the use", async () => {
  const person = await personWithPasskey();
  await db().user.update({ where: { id: person.id }, data: { totpEnabledAt: new Date() } });
  const ctx = visitor();
  const { options } = await startPasskeyLogin(ctx);
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  expect(options.allowCredentials ?? []).toEqual([]);
  const { session } = await logInBy(person, { ctx });
  expect(await findSignInSession(db(), session, new Date())).toMatchObject({ user: { id: person.id } });
  expect(await sessionsOf(person)).toMatchObject([{ amr: ['hwk'], authTime: ctx.now }]);
  const passkey = await db().passkey.findUniqueOrThrow({ where: { id: person.passkeyId } });
  expect(passkey).toMatchObject({ counter: 2n, lastUsedAt: ctx.now, isBackedUp: false });
  const auditLog = await db().auditEvent.findMany({ where: { targetId: person.id, action: 'session.started' } });
  expect(auditLog).toMatchObject([{ data: { amr: ['hwk'] } }]);
});

test('ends the previous session and keeps the known device (S22)', async () => {
  const person = await personWithPasskey();
  const first = await logInBy(person);
  const second = await logInBy(person, { cookies: { ...NO_COOKIES, session: first.session, device: first.device } });
  expect(await findSignInSession(db(), first.session, new Date())).toBeNull();
  expect(second.device).toBe(first.device);
});

test('accepts a synced passkey, which has no counter, repeatedly', async () => {
  const person = await personWithPasskey({ counts: false });
  await logInBy(person);
  await expect(logInBy(person)).resolves.toMatchObject({ status: 'ok' });
  expect(await sessionsOf(person)).toHaveLength(2);
});

test.each<[string, Forgery]>([
  ['the origin of another site', { origin: 'https://rspamd-premium.example' }],
  ['our host on another port', { origin: 'http://localhost:8081' }],
  ['another relying party', { rpId: 'rspamd-premium.example' }],
  ['another challenge', { challenge: 'bm90IHRoZSBjaGFsbGVuZ2Ugd2UgZ2F2ZQ' }],
  ['no user verification', { isVerified: false }],
  ['an unchanged counter', { counter: 1 }],
  ['a decreased counter', { counter: 0 }],
  ['no user handle', { userHandle: '' }],
])('refuses and records an assertion with %s', async (_what, forgery) => {
  const person = await personWithPasskey();
  await expect(logInBy(person, { forgery })).rejects.toMatchObject(refusedTexts);
  expect(await sessionsOf(person)).toEqual([]);
  const auditLog = await db().auditEvent.findMany({ where: { targetId: person.id, action: 'session.refused' } });
  expect(auditLog).toMatchObject([{ data: { reason: 'passkey' } }]);
  await expect(logInBy(person), 'the passkey still works').resolves.toMatchObject({ status: 'ok' });
});

test('refuses a login as another user, by user handle or by credential id (S47)', async () => {
  const [person, other] = [await personWithPasskey(), await personWithPasskey()];
  await expect(logInBy(other, { forgery: { userHandle: person.userHandle } })).rejects.toMatchObject(refusedTexts);
  const ctx = visitor();
  const { options, challenge } = await startPasskeyLogin(ctx);
  const signed = other.authenticator.get(options, { userHandle: person.userHandle });
  const response = { ...signed, id: person.authenticator.id, rawId: person.authenticator.id };
  await expect(logInWithPasskey(ctx, { response }, challenge, NO_COOKIES)).rejects.toMatchObject(refusedTexts);
  expect([...(await sessionsOf(person)), ...(await sessionsOf(other))]).toEqual([]);
});

test('refuses an unknown and a deleted passkey with the same text', async () => {
  const stranger = { authenticator: createAuthenticator() };
  await expect(logInBy(stranger)).rejects.toMatchObject(refusedTexts);
  const person = await personWithPasskey();
  const session = await db().signInSession.create({
    data: {
      userId: person.id,
      tokenHash: Uint8Array.of(1),
      authTime: new Date(),
      lastSeenAt: new Date(),
      expiresAt: new Date(Date.now() + MINUTE),
    },
  });
  await deletePasskey({ ...person.ctx, actor: { ...person.ctx.actor, sessionId: session.id } }, person.passkeyId);
  await expect(logInBy(person)).rejects.toMatchObject(refusedTexts);
});

test('starts one session for 20 simultaneous answers to one challenge (S14)', async () => {
  const person = await personWithPasskey({ counts: false });
  const ctx = visitor();
  const { options, challenge } = await startPasskeyLogin(ctx);
  const response = person.authenticator.get(options);
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => logInWithPasskey(ctx, { response }, challenge, NO_COOKIES)),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await sessionsOf(person)).toHaveLength(1);
});

test('starts one session for simultaneous logins with the same counter', async () => {
  const person = await personWithPasskey();
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, () => logInBy(person, { forgery: { counter: 7 } })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await sessionsOf(person)).toHaveLength(1);
});

test('accepts a challenge for five minutes, only for a login, and not after an answer, right or wrong', async () => {
  const person = await personWithPasskey({ counts: false });
  const ctx = visitor();
  const answer = (options: Parameters<typeof person.authenticator.get>[0], token: string | null, now = ctx.now) =>
    logInWithPasskey({ ...ctx, now }, { response: person.authenticator.get(options) }, token, NO_COOKIES);
  const gone = { code: 'unauthenticated', message: expect.stringContaining('five minutes') };

  const replayed = await startPasskeyLogin(ctx);
  await answer(replayed.options, replayed.challenge);
  await expect(answer(replayed.options, replayed.challenge)).rejects.toMatchObject(gone);

  const failed = await startPasskeyLogin(ctx);
  const wrong = person.authenticator.get(failed.options, { isVerified: false });
  await expect(logInWithPasskey(ctx, { response: wrong }, failed.challenge, NO_COOKIES)).rejects.toMatchObject(
    refusedTexts,
  );
  await expect(answer(failed.options, failed.challenge)).rejects.toMatchObject(gone);

  const old = await startPasskeyLogin(ctx);
  const later = new Date(ctx.now.getTime() + 5 * MINUTE + 1000);
  await expect(answer(old.options, old.challenge, later)).rejects.toMatchObject(gone);
  await expect(answer(old.options, null)).rejects.toMatchObject(gone);

  const other = await startPasskeyLogin(ctx);
  const value = other.options.challenge;
  const ofAnother = await createChallenge(ctx, 'passkey_registration', { userId: person.id, value });
  await expect(answer(other.options, ofAnother)).rejects.toMatchObject(gone);
});

test.each([
  ['blocked', { blockedAt: new Date() }, 'user_blocked'],
  ['unverified', { emailVerifiedAt: null }, 'email_not_verified'],
])(
  'refuses a user who is %s with the text of a password login, and only after a valid assertion (S24)',
  async (_who, fields, code) => {
    const person = await personWithPasskey();
    await db().user.update({ where: { id: person.id }, data: fields });
    const ctx = visitor();
    const byPassword = await logIn(ctx, { email: person.email, password: PASSWORD }, NO_COOKIES).catch(
      (error: unknown) => error,
    );
    expect(byPassword).toMatchObject({ code });
    const { message } = byPassword as Error;
    await expect(logInBy(person, { ctx, forgery: { isVerified: false } })).rejects.toMatchObject(refusedTexts);
    await expect(logInBy(person, { ctx })).rejects.toMatchObject({ code, message });
    expect(await sessionsOf(person)).toEqual([]);
    const auditLog = await db().auditEvent.findMany({
      where: { targetId: person.id, action: 'session.refused' },
      orderBy: { id: 'asc' },
    });
    expect(auditLog.map(({ data }) => data)).toMatchObject([{ reason: code }, { reason: 'passkey' }, { reason: code }]);
  },
);

test('refuses an IP address after 30 failures, but not the owner on a known device (S9)', async () => {
  const person = await personWithPasskey({ counts: false });
  const ctx = visitor();
  const { device } = await logInBy(person, { ctx });
  const stranger = { authenticator: createAuthenticator() };
  for (let count = 0; count < 30; count++)
    await expect(logInBy(stranger, { ctx })).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(logInBy(person, { ctx })).rejects.toMatchObject({ code: 'rate_limited' });
  await expect(logInBy(person, { ctx, cookies: { ...NO_COOKIES, device } })).resolves.toMatchObject({ device });
});
