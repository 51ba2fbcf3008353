import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { anonymousContext, subscriberContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { logInByPassword } from '#lib/testing/demo/lived-in-account.ts';
import { MINUTE } from '#lib/base/time.ts';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { changePassword } from './change-password.ts';
import { logInAgain } from '#lib/auth/login/log-in-again.ts';
import { assertFreshLogin } from '#lib/base/fresh-login.ts';
import { findSignInSession } from '#lib/auth/session/sign-in-session.ts';

const OLD = 'Gr\u00fcne-Pferde-77';
const NEW = 'Another-Zebra-9-Lantern';
let passwordHash = '';
beforeAll(async () => {
  passwordHash = await hashPassword(OLD);
});

/** A user logged in on two browsers; `ctx` belongs to the first. */
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

test('ends all old sessions, starts a new one for this browser and mails the owner (S17, S22)', async () => {
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

test('does not make the login fresh: the new session keeps the times of the old one', async () => {
  const person = await signedInTwice();
  const before = await findSignInSession(db(), person.here, new Date());
  const later = new Date(Date.now() + 11 * MINUTE);
  const token = await changePassword(person.contextAt(later), { current_password: OLD, new_password: NEW });
  const after = await findSignInSession(db(), token, later);
  expect(after).toMatchObject({ authTime: before?.authTime, createdAt: before?.createdAt });
});

test.each([
  [
    'a wrong current password',
    'Wrong-Horse-77',
    NEW,
    'invalid',
    'current_password',
    'The current password is incorrect.',
  ],
  ['the same password', OLD, OLD, 'invalid', 'new_password', 'New password must be different from current password'],
  [
    'the same password in another form (S89)',
    OLD,
    OLD.normalize('NFD'),
    'invalid',
    'new_password',
    'must be different',
  ],
  ['a password that breaks the policy', OLD, 'short', 'weak_password', 'new_password', ''],
  ['a password that is easy to guess (S6)', OLD, 'Password1234!', 'weak_password', 'new_password', ''],
])('keeps both sessions when it refuses %s', async (_what, current_password, new_password, code, field, text) => {
  const person = await signedInTwice();
  await expect(changePassword(person.ctx, { current_password, new_password })).rejects.toMatchObject({
    code,
    fields: { [field]: expect.stringContaining(text) },
  });
  expect([await isLive(person.here), await isLive(person.there)]).toEqual([true, true]);
});

test('refuses even the right current password after ten wrong passwords', async () => {
  const person = await signedInTwice();
  const guess = (current_password: string) => changePassword(person.ctx, { current_password, new_password: NEW });
  for (let count = 0; count < 10; count++) await expect(guess('a guess')).rejects.toMatchObject({ code: 'invalid' });
  await expect(guess(OLD)).rejects.toMatchObject({ code: 'rate_limited' });
});

test('records each wrong current password, and the reached limit once (S81)', async () => {
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

test('lets only one of two simultaneous changes succeed', async () => {
  const person = await signedInTwice();
  const results = await Promise.allSettled(
    [NEW, `${NEW}-2`].map((new_password) => changePassword(person.ctx, { current_password: OLD, new_password })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('treats a login as fresh for ten minutes, and again after the password is re-entered', async () => {
  const person = await signedInTwice();
  await expect(assertFreshLogin(person.contextAt(new Date(Date.now() + 9 * MINUTE)))).resolves.toBeUndefined();
  const later = person.contextAt(new Date(Date.now() + 11 * MINUTE));
  await expect(assertFreshLogin(later)).rejects.toMatchObject({ code: 'reauthentication_required' });
  await expect(logInAgain(later, { password: 'Wrong-Horse-77' })).rejects.toMatchObject({ code: 'invalid' });
  await expect(assertFreshLogin(later)).rejects.toMatchObject({ code: 'reauthentication_required' });
  await logInAgain(later, { password: OLD });
  await expect(assertFreshLogin(later)).resolves.toBeUndefined();
});

test('records with which methods a login was confirmed, because it replaces the time of the first login', async () => {
  const { ctx } = await signedInTwice();
  const where = { id: ctx.actor.sessionId };
  await db().signInSession.update({ where, data: { amr: ['hwk'] } });
  await logInAgain(ctx, { password: OLD });
  expect(await db().signInSession.findUnique({ where })).toMatchObject({ amr: ['pwd'], authTime: ctx.now });
});

test("does not accept another user's session as a fresh login", async () => {
  const [one, other] = [await signedInTwice(), await signedInTwice()];
  const mixed = { ...one.ctx, actor: { ...one.ctx.actor, sessionId: other.ctx.actor.sessionId } };
  await expect(assertFreshLogin(mixed)).rejects.toMatchObject({ code: 'reauthentication_required' });
});
