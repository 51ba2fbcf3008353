import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { anonymousContext, subscriberContext, type ContextChanges } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow, unique } from '#lib/testing/factories.ts';
import { logInByPassword } from '#lib/testing/demo/lived-in-account.ts';
import { DAY, MINUTE } from '#lib/base/time.ts';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { logInAgain } from '#lib/auth/login/log-in-again.ts';
import { listLogins, listSessions } from './queries.ts';
import { IdParams } from '#lib/auth/schema.ts';
import { endOtherSessions, endSession, signedOutHeaders } from './sessions.ts';
import { findSignInSession, startSignInSession } from './sign-in-session.ts';
import { LOGIN_REFUSALS, LoginListView } from '#lib/auth/views.ts';

const PASSWORD = 'Correct-Horse-7';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
let passwordHash = '';
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

/** A user with `count` sessions, started a minute apart; `ctx` belongs to the first. */
async function signedIn(count: number, changes: ContextChanges = {}) {
  const { id, email } = await createUserRow(db(), { passwordHash });
  const start = Date.now() - count * MINUTE;
  const sessions = [];
  for (let n = 0; n < count; n++) {
    const ctx = anonymousContext(db(), { now: new Date(start + n * MINUTE), userAgent: FIREFOX, ...changes });
    sessions.push(await startSignInSession(ctx, id));
  }
  const ctx = subscriberContext(db(), { id });
  const [first] = sessions;
  return {
    id,
    email: email ?? '',
    sessions,
    ids: sessions.map((session) => session.id),
    ctx: { ...ctx, actor: { ...ctx.actor, sessionId: first?.id ?? '' } },
  };
}
const isLive = async ({ token }: { token: string }) => (await findSignInSession(db(), token, new Date())) !== null;
const liveOf = (sessions: { token: string }[]) => Promise.all(sessions.map(isLive));
const auditLog = (targetId: string, action: string) => db().auditEvent.findMany({ where: { targetId, action } });
/** Creates the OIDC provider's session for one of our sessions, and a refresh token issued from it. */
async function withProviderSession(userId: string, sessionId: string) {
  const row = { userId, payload: {}, id: unique('artifact'), uid: sessionId };
  for (const model of ['Session', 'RefreshToken']) await db().oidcArtifact.create({ data: { ...row, model } });
}
const artifactsOf = async (userId: string) =>
  (await db().oidcArtifact.findMany({ where: { userId }, orderBy: { model: 'asc' } })).map(({ model }) => model);

test('lists live sessions with device, IP address and times, most recently used first', async () => {
  const person = await signedIn(2, { ip: '192.0.2.7' });
  const [first = '', second = ''] = person.ids;
  const ended = await startSignInSession(anonymousContext(db(), { now: new Date(Date.now() - 8 * DAY) }), person.id);
  const tooOld = await startSignInSession(anonymousContext(db(), { now: new Date(Date.now() - 31 * DAY) }), person.id);
  await db().signInSession.update({
    where: { id: tooOld.id },
    data: { expiresAt: new Date(Date.now() + DAY), lastSeenAt: new Date() },
  });
  await signedIn(1);
  const { sessions } = await listSessions(person.ctx);
  expect(sessions.map(({ id, is_current }) => [id, is_current])).toEqual([
    [second, false],
    [first, true],
  ]);
  expect(sessions.map(({ id }) => id)).not.toContain(ended.id);
  expect(sessions[0]).toEqual({
    id: second,
    device: 'Firefox 145 on Linux',
    ip: '192.0.2.7',
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    last_seen_at: expect.stringMatching(/^\d{4}-.*Z$/),
    is_current: false,
    amr: ['pwd'],
  });
});

test('ends a session and its provider session immediately, and keeps the tokens of connected apps (S24)', async () => {
  const person = await signedIn(2);
  const [first = '', second = ''] = person.ids;
  await withProviderSession(person.id, second);
  expect(await endSession(person.ctx, second)).toEqual({ isCurrent: false });
  expect(await liveOf(person.sessions)).toEqual([true, false]);
  expect(await artifactsOf(person.id)).toEqual(['RefreshToken']);
  expect(await auditLog(person.id, 'session.ended')).toMatchObject([{ data: { session: second }, actorId: person.id }]);
  expect(await endSession(person.ctx, IdParams.parse({ id: first.toUpperCase() }).id)).toEqual({
    isCurrent: true,
  });
  expect(await liveOf(person.sessions)).toEqual([false, false]);
});

test("returns not_found for an unknown session and for another user's session, which stays (S47)", async () => {
  const [person, other] = [await signedIn(1), await signedIn(1)];
  await withProviderSession(other.id, other.ids[0] ?? '');
  for (const id of [other.ids[0] ?? '', crypto.randomUUID()])
    await expect(endSession(person.ctx, id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await liveOf(other.sessions)).toEqual([true]);
  expect(await artifactsOf(other.id)).toHaveLength(2);
  expect(await auditLog(person.id, 'session.ended')).toEqual([]);
  for (const id of ['', '1', `${other.ids[0]}x`, null, {}]) expect(IdParams.safeParse({ id }).success).toBe(false);
});

test("ends all of the caller's sessions except the current one, and no other user's", async () => {
  const [person, other] = [await signedIn(3), await signedIn(1)];
  const [first = '', second = ''] = person.ids;
  for (const id of [first, second]) await withProviderSession(person.id, id);
  expect(await endOtherSessions(person.ctx)).toEqual({ ended: 2 });
  expect(await liveOf([...person.sessions, ...other.sessions])).toEqual([true, false, false, true]);
  expect(await artifactsOf(person.id)).toEqual(['RefreshToken', 'RefreshToken', 'Session']);
  expect(await endOtherSessions(person.ctx)).toEqual({ ended: 0 });
  expect(await auditLog(person.id, 'sessions.ended')).toMatchObject([{ data: { ended: 2 } }]);
});

test('deletes the cookie, cache and storage of a browser whose session has ended (S23)', () => {
  expect(signedOutHeaders()).toEqual({
    'set-cookie': expect.stringMatching(/^rspamd_premium_session=;.*Max-Age=0/),
    'clear-site-data': '"cache", "storage"',
  });
});

test('lists logins, refusals and confirmations with device and IP address, newest first (S81)', async () => {
  const person = await signedIn(1);
  const other = await signedIn(1);
  const from = { ip: '192.0.2.30', userAgent: FIREFOX };
  const at = (minute: number) => ({ ...from, now: new Date(Date.now() + minute * MINUTE) });
  const attempt = (password: string, minute: number, email = person.email) =>
    logInByPassword(anonymousContext(db(), at(minute)), { email, password });
  await expect(attempt('a wrong guess', 1)).rejects.toMatchObject({ code: 'unauthenticated' });
  await attempt(PASSWORD, 2);
  await attempt(PASSWORD, 2, other.email);
  await expect(logInAgain({ ...person.ctx, ...at(3) }, { password: 'a wrong guess' })).rejects.toMatchObject({
    code: 'invalid',
  });
  await logInAgain({ ...person.ctx, ...at(4) }, { password: PASSWORD });
  const { logins } = await listLogins(person.ctx);
  expect(logins.map(({ at: _at, ...rest }) => rest)).toEqual(
    [
      { outcome: 'ok', reason: null, is_confirmation: true },
      { outcome: 'refused', reason: 'credentials', is_confirmation: true },
      { outcome: 'ok', reason: null, is_confirmation: false },
      { outcome: 'refused', reason: 'credentials', is_confirmation: false },
    ].map((row) => ({ ...row, device: 'Firefox 145 on Linux', ip: '192.0.2.30' })),
  );
});

test('shows why each login was refused, or no reason if the recorded reason is unknown', async () => {
  const person = await signedIn(0);
  await db().auditEvent.createMany({
    data: [...LOGIN_REFUSALS, 'outdated'].map((reason, n) => ({
      at: new Date(Date.now() - n * MINUTE),
      action: 'session.refused',
      actorKind: 'anonymous',
      targetId: person.id,
      data: { reason },
    })),
  });
  const { logins } = LoginListView.parse(await listLogins(person.ctx));
  expect(logins.map(({ reason }) => reason)).toEqual([...LOGIN_REFUSALS, null]);
  expect(LOGIN_REFUSALS).toContain('rate_limited');
});

test('lists at most 50 logins, including rows without a browser', async () => {
  const person = await signedIn(1);
  await db().auditEvent.createMany({
    data: Array.from({ length: 60 }, (_, n) => ({
      at: new Date(Date.now() - n * MINUTE),
      action: 'session.refused',
      actorKind: 'anonymous',
      targetId: person.id,
      data: n % 2 ? { reason: 'credentials' } : {},
    })),
  });
  const { logins } = await listLogins(person.ctx);
  expect(logins).toHaveLength(50);
  expect(logins[0]).toMatchObject({ outcome: 'refused', reason: null, device: 'Unknown browser' });
  expect(logins[1]).toMatchObject({ reason: 'credentials' });
});
