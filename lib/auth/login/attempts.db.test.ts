import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow, unique } from '#lib/testing/factories.ts';
import { logInByPassword } from '#lib/testing/demo/lived-in-account.ts';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { recordLimit } from './attempt.ts';
import { findSignInSession } from '#lib/auth/session/sign-in-session.ts';

const PASSWORD = 'Correct-Horse-7';
let passwordHash = '';
let addresses = 0;
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

async function person() {
  const { id, email } = await createUserRow(db(), { passwordHash });
  return { id, email: email ?? '' };
}
/** An anonymous visitor with a fresh IP address. */
const visitor = () => anonymousContext(db(), { ip: `203.0.113.${++addresses}` });
const codes = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'rejected' ? (result.reason as { code: string }).code : 'ok'));
const count = (list: string[], wanted: string) => list.filter((each) => each === wanted).length;

test('tries only 10 of 60 simultaneous guesses for one account (S9)', async () => {
  const { email } = await person();
  const guesses = Array.from({ length: 60 }, (_, n) => (n === 25 ? PASSWORD : `Wrong-Horse-${n}`));
  const results = codes(
    await Promise.allSettled(
      guesses.map((password, n) =>
        logInByPassword(anonymousContext(db(), { ip: `198.51.100.${n}` }), { email, password }),
      ),
    ),
  );
  expect(count(results, 'unauthenticated') + count(results, 'ok')).toBe(10);
  expect(count(results, 'rate_limited')).toBe(50);
});

test('tries only 30 of 60 simultaneous guesses from one IP address (S9)', async () => {
  const ctx = visitor();
  const results = codes(
    await Promise.allSettled(
      Array.from({ length: 60 }, () =>
        logInByPassword(ctx, { email: `${unique('nobody')}@test.example`, password: PASSWORD }),
      ),
    ),
  );
  expect([count(results, 'unauthenticated'), count(results, 'rate_limited')]).toEqual([30, 30]);
});

test('does not count successful logins against the limits', async () => {
  const { email } = await person();
  const ctx = visitor();
  for (let n = 0; n < 35; n++) await logInByPassword(ctx, { email, password: PASSWORD });
  for (let n = 0; n < 10; n++)
    await expect(logInByPassword(ctx, { email, password: 'Wrong-Horse-77' })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
});

test('records the reached limit once during a flood of failed logins (S81)', async () => {
  const { id, email } = await person();
  const ctx = visitor();
  for (let n = 0; n < 25; n++)
    await expect(logInByPassword(ctx, { email, password: 'Wrong-Horse-77' })).rejects.toThrow();
  const rows = await db().auditEvent.findMany({ where: { targetId: id }, orderBy: { id: 'asc' } });
  expect(rows).toHaveLength(11);
  expect(rows.at(-1)).toMatchObject({
    action: 'session.refused',
    actorKind: 'anonymous',
    ip: ctx.ip,
    data: { reason: 'rate_limited', limit: 'login_failure_account', user_agent: 'test' },
  });
});

test('records only once that a user has reached the limit on second-factor codes (S81)', async () => {
  const { id } = await person();
  for (let n = 0; n < 5; n++) await recordLimit(visitor(), id, ['totp_account', id]);
  expect(await db().auditEvent.count({ where: { targetId: id } })).toBe(1);
});

test('ends the oldest session at each login after the 20th, and records this', async () => {
  const { id, email } = await person();
  const sessions: string[] = [];
  for (let n = 0; n < 22; n++) {
    const now = new Date(Date.now() + n * 1000);
    const { session } = await logInByPassword({ ...visitor(), now }, { email, password: PASSWORD });
    sessions.push(session);
  }
  const live = await Promise.all(
    sessions.map(async (token) => (await findSignInSession(db(), token, new Date())) !== null),
  );
  expect(live).toEqual([false, false, ...Array<boolean>(20).fill(true)]);
  const ended = await db().auditEvent.findMany({ where: { targetId: id, action: 'sessions.ended' } });
  expect(ended.map(({ data }) => data)).toEqual(Array(2).fill({ ended: 1, reason: 'too_many' }));
});

test('keeps 20 known devices per account, and forgets the least recently used first', async () => {
  const { id, email } = await person();
  const devices: string[] = [];
  const logIn = async (n: number, device?: string) => {
    const ctx = { ...visitor(), now: new Date(Date.now() + n * 120_000) };
    return (await logInByPassword(ctx, { email, password: PASSWORD }, device ? { device } : {})).device;
  };
  for (let n = 0; n < 20; n++) devices.push(await logIn(n));
  const [first = '', second = ''] = devices;
  expect(await logIn(20, first)).toBe(first);
  await logIn(21);
  expect(await db().knownDevice.count({ where: { userId: id } })).toBe(20);
  expect(await logIn(22, first), 'used recently').toBe(first);
  expect(await logIn(23, second), 'least recently used').not.toBe(second);
});
