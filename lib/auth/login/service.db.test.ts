import argon2 from 'argon2';
import { beforeAll, expect, test } from 'vitest';
import { ARGON2, hashPassword, needsRehash } from '#lib/auth/passwords/password-hash.ts';
import { findSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { sha256 } from '#lib/base/crypto.ts';
import type { Db } from '#lib/base/db/db.ts';
import { ADMIN_SESSION, anonymousContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { logInByPassword, NO_COOKIES } from '#lib/testing/demo/lived-in-account.ts';
import { createUserRow, unique } from '#lib/testing/factories.ts';
import { logIn, logOut } from './service.ts';

const PASSWORD = 'Correct-Horse-7';
let passwordHash = '';
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

const createPerson = async (db: Db, fields: Parameters<typeof createUserRow>[1] = {}) => {
  const user = await createUserRow(db, { passwordHash, ...fields });
  return { ...user, email: user.email ?? '' };
};
const auditLog = (db: Db, targetId: string | null) =>
  db.auditEvent.findMany({ where: { targetId }, orderBy: { id: 'asc' }, select: { action: true, data: true } });

test('starts a session for the right password and stores only the hash of its token (S21, S81)', () =>
  inRollback(async (db) => {
    const user = await createPerson(db);
    const ctx = anonymousContext(db, { ip: '192.0.2.9', userAgent: 'x'.repeat(1000) });
    const { session: token } = await logInByPassword(ctx, { email: user.email, password: PASSWORD });
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const [row] = await db.signInSession.findMany({ where: { userId: user.id } });
    expect(row).toMatchObject({
      tokenHash: sha256(token),
      authTime: ctx.now,
      ip: '192.0.2.9',
      userAgent: 'x'.repeat(400),
    });
    const dump = await db.$queryRaw<{ text: string }[]>`
      SELECT row_to_json(s)::text AS text FROM sign_in_sessions s WHERE user_id = ${user.id}::uuid`;
    expect(dump).toHaveLength(1);
    expect(dump[0]?.text).not.toContain(token);
    expect(dump[0]?.text).not.toContain(Buffer.from(token).toString('hex'));
    expect(await findSignInSession(db, token, ctx.now)).toMatchObject({ user: { id: user.id, isAdmin: false } });
    expect(await auditLog(db, user.id)).toEqual([
      { action: 'session.started', data: { session: row?.id, amr: ['pwd'], user_agent: 'x'.repeat(400) } },
    ]);
  }));

test('refuses an unknown address and a wrong password alike, and records the wrong password (S1, S81)', () =>
  inRollback(async (db) => {
    const user = await createPerson(db);
    const refusal = async (email: string, password: string) => {
      const error = await logIn(anonymousContext(db), { email, password }, NO_COOKIES).catch(
        (thrown: unknown) => thrown,
      );
      return JSON.stringify([error, (error as Error).message]);
    };
    const wrong = await refusal(user.email, 'Wrong-Horse-77');
    expect(wrong).toContain('"code":"unauthenticated"');
    expect(await refusal(`${unique('nobody')}@test.example`, PASSWORD)).toBe(wrong);
    expect(await auditLog(db, user.id)).toEqual([
      { action: 'session.refused', data: { reason: 'credentials', user_agent: 'test' } },
    ]);
    expect(await db.signInSession.count({ where: { userId: { not: ADMIN_SESSION.userId } } })).toBe(0);
  }));

test.each([
  [
    'unverified',
    { emailVerifiedAt: null },
    'email_not_verified',
    'Please verify your email address before logging in.',
  ],
  ['blocked', { blockedAt: new Date() }, 'user_blocked', 'Your account is blocked. Please contact support.'],
  [
    'blocked and unverified',
    { blockedAt: new Date(), emailVerifiedAt: null },
    'user_blocked',
    'Your account is blocked.',
  ],
] as const)('reveals that a user is %s only after the right password (S2)', (_state, fields, code, text) =>
  inRollback(async (db) => {
    const user = await createPerson(db, fields);
    const attempt = (password: string) => logIn(anonymousContext(db), { email: user.email, password }, NO_COOKIES);
    await expect(attempt('Wrong-Horse-77')).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(attempt(PASSWORD)).rejects.toMatchObject({ code, message: expect.stringContaining(text) });
    expect(await db.signInSession.count({ where: { userId: user.id } })).toBe(0);
    expect(await auditLog(db, user.id)).toEqual([
      { action: 'session.refused', data: { reason: 'credentials', user_agent: 'test' } },
      { action: 'session.refused', data: { reason: code, user_agent: 'test' } },
    ]);
  }),
);

test('refuses every password for a user who has no password', () =>
  inRollback(async (db) => {
    const user = await createPerson(db, { passwordHash: null });
    for (const password of ['', 'nobody has this password'])
      await expect(logIn(anonymousContext(db), { email: user.email, password }, NO_COOKIES)).rejects.toMatchObject({
        code: 'unauthenticated',
      });
  }));

test("ends only the browser's own previous session at a new login (S22)", () =>
  inRollback(async (db) => {
    const user = await createPerson(db);
    const ctx = anonymousContext(db);
    const login = async (session: string | null) =>
      (await logInByPassword(ctx, { email: user.email, password: PASSWORD }, { session })).session;
    const [first, elsewhere] = [await login(null), await login('a forged cookie')];
    const second = await login(first);
    expect(new Set([first, elsewhere, second]).size).toBe(3);
    expect(await findSignInSession(db, first, ctx.now)).toBeNull();
    expect(await findSignInSession(db, elsewhere, ctx.now)).not.toBeNull();
    expect(await findSignInSession(db, second, ctx.now)).not.toBeNull();
  }));

test('keeps the current session when a login fails', () =>
  inRollback(async (db) => {
    const user = await createPerson(db);
    const ctx = anonymousContext(db);
    const { session: token } = await logInByPassword(ctx, { email: user.email, password: PASSWORD });
    await expect(
      logIn(ctx, { email: user.email, password: 'wrong' }, { ...NO_COOKIES, session: token }),
    ).rejects.toThrow();
    expect(await findSignInSession(db, token, ctx.now)).not.toBeNull();
  }));

test('replaces a password hash with outdated parameters when the user logs in (S8)', () =>
  inRollback(async (db) => {
    const old = await argon2.hash(PASSWORD, { ...ARGON2, memoryCost: 8192 });
    const user = await createPerson(db, { passwordHash: old });
    await logInByPassword(anonymousContext(db), { email: user.email, password: PASSWORD });
    const { passwordHash: fresh } = await db.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(needsRehash(fresh ?? '')).toBe(false);
    expect(await argon2.verify(fresh ?? '', PASSWORD)).toBe(true);
  }));

test('logs in with the typed text of an older hash, and with the normal form from then on (S89)', () =>
  inRollback(async (db) => {
    const composed = 'Gr\u00fcne-Pferde-77';
    const decomposed = composed.normalize('NFD');
    const user = await createPerson(db, { passwordHash: await argon2.hash(decomposed, ARGON2) });
    const logInWith = (password: string) => logInByPassword(anonymousContext(db), { email: user.email, password });
    await expect(logInWith(composed)).rejects.toMatchObject({ code: 'unauthenticated' });
    await logInWith(decomposed);
    const { passwordHash: renewed } = await db.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(await argon2.verify(renewed ?? '', composed)).toBe(true);
    await logInWith(composed);
    await logInWith(decomposed);
    const { passwordHash: kept } = await db.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(kept).toBe(renewed);
  }));

test('deletes the session at logout, and ignores a missing or unknown token (S23)', () =>
  inRollback(async (db) => {
    const user = await createPerson(db);
    const ctx = anonymousContext(db);
    const { session: token } = await logInByPassword(ctx, { email: user.email, password: PASSWORD });
    for (const given of ['unknown', null, token, token]) await logOut(ctx, given);
    expect(await findSignInSession(db, token, ctx.now)).toBeNull();
    expect((await auditLog(db, user.id)).map(({ action }) => action)).toEqual(['session.started', 'session.ended']);
  }));
