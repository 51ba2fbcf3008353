import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { anonymousContext, subscriberContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { logInByPassword } from '#lib/testing/login.ts';
import { hashPassword } from '#lib/users/password-hash.ts';
import { changePassword } from './change-password.ts';
import { assertFreshLogin, logInAgain } from './fresh-login.ts';
import { findSignInSession } from './sign-in-session.ts';

const OLD = 'Correct-Horse-7';
const NEW = 'Another-Zebra-9-Lantern';
const MINUTE_MS = 60_000;
let passwordHash = '';
beforeAll(async () => {
  passwordHash = await hashPassword(OLD);
});

/** Somebody signed in on two browsers; `ctx` acts in the first. */
async function signedInTwice() {
  const { id, email } = await createUserRow(db(), { passwordHash });
  const credentials = { email: email ?? '', password: OLD };
  const [here, there] = [
    await logInByPassword(anonymousContext(db()), credentials),
    await logInByPassword(anonymousContext(db()), credentials),
  ];
  const signIn = await findSignInSession(db(), here.session, new Date());
  const contextAt = (now: Date) => {
    const ctx = subscriberContext(db(), { id }, { now });
    return { ...ctx, actor: { ...ctx.actor, sessionId: signIn?.id ?? '' } };
  };
  return {
    id,
    email: credentials.email,
    here: here.session,
    there: there.session,
    contextAt,
    ctx: contextAt(new Date()),
  };
}
const isLive = async (token: string) => (await findSignInSession(db(), token, new Date())) !== null;

test('S17 S22 the other sessions end, this one gets a new id, and the owner is told', async () => {
  const person = await signedInTwice();
  const token = await changePassword(person.ctx, { current_password: OLD, new_password: NEW });
  expect([await isLive(person.here), await isLive(person.there), await isLive(token)]).toEqual([false, false, true]);
  await expect(logInByPassword(anonymousContext(db()), { email: person.email, password: NEW })).resolves.toBeDefined();
  await expect(logInByPassword(anonymousContext(db()), { email: person.email, password: OLD })).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  const mails = await db().$queryRaw<{ template: string }[]>`
    SELECT data->>'template' AS template FROM pgboss.job WHERE data->>'template' = 'password_changed'`;
  expect(mails).toHaveLength(1);
  expect(await db().auditEvent.count({ where: { targetId: person.id, action: 'user.password_changed' } })).toBe(1);
});

test.each([
  [
    'a wrong current password',
    'Wrong-Horse-77',
    NEW,
    'invalid',
    'current_password',
    'The current password is not right.',
  ],
  ['the same password', OLD, OLD, 'invalid', 'new_password', 'New password must be different from current password'],
  ['a password that breaks the policy', OLD, 'short', 'weak_password', 'new_password', ''],
  ['a password that is easy to guess (S6)', OLD, 'Password1234!', 'weak_password', 'new_password', ''],
])('%s is refused, and nothing changes', async (_what, current_password, new_password, code, field, text) => {
  const person = await signedInTwice();
  await expect(changePassword(person.ctx, { current_password, new_password })).rejects.toMatchObject({
    code,
    fields: { [field]: expect.stringContaining(text) },
  });
  expect([await isLive(person.here), await isLive(person.there)]).toEqual([true, true]);
});

test('ten wrong guesses of the current password are too many', async () => {
  const person = await signedInTwice();
  const guess = (current_password: string) => changePassword(person.ctx, { current_password, new_password: NEW });
  for (let count = 0; count < 10; count++) await expect(guess('a guess')).rejects.toMatchObject({ code: 'invalid' });
  await expect(guess(OLD)).rejects.toMatchObject({ code: 'rate_limited' });
});

test('S81 a wrong current password stands in the trail, and that there were too many once', async () => {
  const person = await signedInTwice();
  const guess = () => changePassword(person.ctx, { current_password: 'a guess', new_password: NEW });
  for (let count = 0; count < 13; count++) await expect(guess()).rejects.toThrow();
  const refused = await db().auditEvent.findMany({
    where: { targetId: person.id, action: 'session.refused' },
    orderBy: { id: 'asc' },
  });
  expect(refused.map(({ data }) => data)).toMatchObject([
    ...Array.from({ length: 10 }, () => ({ reason: 'credentials', again: true, user_agent: 'test' })),
    { reason: 'rate_limited', limit: 'login_again_account' },
  ]);
});

test('two changes at once: one succeeds', async () => {
  const person = await signedInTwice();
  const results = await Promise.allSettled(
    [NEW, `${NEW}-2`].map((new_password) => changePassword(person.ctx, { current_password: OLD, new_password })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a login is fresh for ten minutes, and again after the password was given once more', async () => {
  const person = await signedInTwice();
  await expect(assertFreshLogin(person.contextAt(new Date(Date.now() + 9 * MINUTE_MS)))).resolves.toBeUndefined();
  const later = person.contextAt(new Date(Date.now() + 11 * MINUTE_MS));
  await expect(assertFreshLogin(later)).rejects.toMatchObject({ code: 'reauthentication_required' });
  await expect(logInAgain(later, { password: 'Wrong-Horse-77' })).rejects.toMatchObject({ code: 'invalid' });
  await expect(assertFreshLogin(later)).rejects.toMatchObject({ code: 'reauthentication_required' });
  await logInAgain(later, { password: OLD });
  await expect(assertFreshLogin(later)).resolves.toBeUndefined();
});

test('a session is fresh for its own person only', async () => {
  const [one, other] = [await signedInTwice(), await signedInTwice()];
  const mixed = { ...one.ctx, actor: { ...one.ctx.actor, sessionId: other.ctx.actor.sessionId } };
  await expect(assertFreshLogin(mixed)).rejects.toMatchObject({ code: 'reauthentication_required' });
});
