import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { DAY, MINUTE } from '#lib/base/time.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { findSignInSession, sessionCookie, startSignInSession, touchSignInSession } from './sign-in-session.ts';

const start = new Date('2026-03-01T00:00:00.000Z');
const after = (ms: number) => new Date(start.getTime() + ms);

async function begin(db: Db) {
  const user = await createUserRow(db);
  const { token } = await startSignInSession(anonymousContext(db, { now: start }), user.id);
  const find = (ms: number) => findSignInSession(db, token, after(ms));
  const use = async (ms: number) => {
    const session = await find(ms);
    if (session) await touchSignInSession(db, session, after(ms));
    return session !== null;
  };
  return { user, token, find, use };
}

test('ends a session after 7 days without use (S25)', () =>
  inRollback(async (db) => {
    const { use } = await begin(db);
    expect(await use(7 * DAY - 1)).toBe(true);
    expect(await use(14 * DAY - 2)).toBe(true);
    expect(await use(21 * DAY - 2)).toBe(false);
  }));

test('ends a session after 30 days, even if it is used daily (S25)', () =>
  inRollback(async (db) => {
    const { use, find } = await begin(db);
    for (let day = 1; day < 30; day++) expect(await use(day * DAY)).toBe(true);
    expect((await find(29 * DAY))?.expiresAt).toEqual(after(30 * DAY));
    expect(await use(30 * DAY - 1)).toBe(true);
    expect(await use(30 * DAY)).toBe(false);
  }));

test('writes the last use at most once a minute, even in the last week of a session (P6)', () =>
  inRollback(async (db) => {
    const { user, use } = await begin(db);
    const seen = async () => (await db.signInSession.findFirstOrThrow({ where: { userId: user.id } })).lastSeenAt;
    for (const time of [MINUTE, 6 * DAY, 12 * DAY, 18 * DAY, 24 * DAY]) {
      await use(time);
      expect(await seen()).toEqual(after(time));
      await use(time + MINUTE - 1);
      expect(await seen()).toEqual(after(time));
      await use(time + MINUTE);
      expect(await seen()).toEqual(after(time + MINUTE));
    }
    expect((await db.user.findUniqueOrThrow({ where: { id: user.id } })).lastSeenAt).toEqual(after(24 * DAY + MINUTE));
  }));

test('prepares only the session query, once per connection (P6)', () =>
  inRollback(async (db) => {
    const { find } = await begin(db);
    const plans = () => db.$queryRaw<{ used: number; statement: string }[]>`
      SELECT (generic_plans + custom_plans)::int AS used, statement FROM pg_prepared_statements WHERE name <> ''`;
    await find(0);
    const [first] = await plans();
    await find(1);
    const statement = expect.stringContaining('FROM sign_in_sessions') as string;
    expect(await plans()).toEqual([{ used: (first?.used ?? NaN) + 1, statement }]);
  }));

test('applies a block, demotion or deletion at the next read (S24)', () =>
  inRollback(async (db) => {
    const { user, find } = await begin(db);
    await db.user.update({ where: { id: user.id }, data: { isAdmin: true } });
    expect(await find(0)).toMatchObject({ user: { isAdmin: true } });
    await db.user.update({ where: { id: user.id }, data: { isAdmin: false } });
    expect(await find(0)).toMatchObject({ user: { isAdmin: false } });
    await db.user.update({ where: { id: user.id }, data: { blockedAt: start } });
    expect(await find(0)).toBeNull();
    await db.user.update({ where: { id: user.id }, data: { blockedAt: null } });
    expect(await find(0)).not.toBeNull();
    await db.user.delete({ where: { id: user.id } });
    expect(await find(0)).toBeNull();
  }));

test('finds no session for a forged, truncated or huge token (S28)', () =>
  inRollback(async (db) => {
    const { token } = await begin(db);
    for (const forged of ['', token.slice(0, -1), `${token}x`, token.toUpperCase(), '\0', 'x'.repeat(100_000)])
      expect(await findSignInSession(db, forged, start)).toBeNull();
  }));

test('sets a cookie with HttpOnly, SameSite=Lax, Path=/ and 30 days, without Domain (S21, S85)', () => {
  expect(sessionCookie('T')).toBe('rspamd_premium_session=T; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax');
  expect(sessionCookie(null)).toBe('rspamd_premium_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
});
