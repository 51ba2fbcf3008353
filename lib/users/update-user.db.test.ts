import { expect, test } from 'vitest';
import { createOneTimeToken, isOneTimeToken } from '#lib/auth/one-time-token.ts';
import { verifyPassword } from '#lib/auth/passwords/password-hash.ts';
import { findSignInSession, startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { db, type Db } from '#lib/base/db/db.ts';
import type { DomainError } from '#lib/base/errors.ts';
import { MINUTE } from '#lib/base/time.ts';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { adminContext, anonymousContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createSubscriptionRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { heldBack } from '#lib/testing/held-back.ts';
import { queuedMails } from '#lib/testing/queued-mails.ts';
import { createFreshAdmin, freshAdmin } from '#lib/testing/signed-in.ts';
import { UpdateUserInput } from '#lib/users/schema.ts';
import { updateUser } from './update-user.ts';

const PASSWORD = 'Quiet-Harbour-7531';
const input = (id: string, fields: object) => UpdateUserInput.parse({ user_id: id, ...fields });
const forgetMails = (store: Db) => store.$executeRaw`DELETE FROM pgboss.job`;
const templates = async (store: Db) => (await queuedMails(store)).map(({ template }) => template);

test('keeps absent fields, clears fields that are null, and records the values before and after', () =>
  inRollback(async (store) => {
    const ctx = await createFreshAdmin(store);
    const user = await createUserRow(store, { dailyLimit: 5, notes: 'old', country: 'DE' });
    const { user: after } = await updateUser(ctx, input(user.id, { daily_limit: null, notes: 'new', version: 1 }));
    expect(after).toMatchObject({
      email: user.email,
      country: 'DE',
      is_admin: false,
      version: 2,
      custom_limits: { daily_limit: null, notes: 'new', is_blocked: false, custom_key: null },
    });
    const [event, ...more] = await store.auditEvent.findMany({ where: { targetId: user.id } });
    expect(event).toMatchObject({ action: 'user.updated', actorId: ctx.actor.userId, actorKind: 'admin' });
    expect(event?.data, 'names notes, but does not repeat them').toEqual({
      before: { dailyLimit: 5 },
      after: { dailyLimit: null },
      changed: ['notes'],
    });
    expect(more).toEqual([]);
  }));

test('keeps the version and records nothing when nothing changes', () =>
  inRollback(async (store) => {
    const user = await createUserRow(store, { dailyLimit: 5 });
    const same = { email: user.email, country: 'DE', daily_limit: 5, is_admin: false, is_blocked: false, notes: '' };
    const { user: after } = await updateUser(
      await createFreshAdmin(store),
      input(user.id, { ...same, new_password: '' }),
    );
    expect(after.version).toBe(1);
    expect(await store.auditEvent.count({ where: { targetId: user.id } })).toBe(0);
  }));

test('accepts one of three simultaneous edits of one version and gives the others the fresh row (R24)', async () => {
  const ctx = await createFreshAdmin(db());
  const user = await createUserRow(db());
  const edits = Array.from(
    { length: 3 },
    (_, n) => () => updateUser(ctx, input(user.id, { version: 1, notes: `${n}` })),
  );
  const results = await heldBack(
    (tx) => tx.$queryRaw`SELECT 1 FROM users WHERE id = ${user.id}::uuid FOR UPDATE`,
    edits,
  );
  const [winner] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.user] : []));
  const losers = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as DomainError] : []));
  expect(losers).toHaveLength(2);
  for (const { code, details } of losers) {
    expect(code).toBe('conflict');
    expect(details).toEqual({ user: winner });
  }
});

test('returns not_found for an unknown user', () =>
  inRollback(async (store) => {
    const nobody = '00000000-0000-7000-8000-000000000000';
    for (const fields of [{ notes: 'x' }, { reset_password: true, new_password: PASSWORD }])
      await expect(updateUser(adminContext(store), input(nobody, fields))).rejects.toMatchObject({ code: 'not_found' });
  }));

test('ends sessions and tokens and mails the owner on a block, and unblocks again (S24)', () =>
  inRollback(async (store) => {
    await forgetMails(store);
    const ctx = await createFreshAdmin(store);
    const user = await createUserRow(store);
    const { token } = await startSignInSession(anonymousContext(store), user.id);
    await store.oidcArtifact.create({ data: { model: 'AccessToken', id: unique('t'), payload: {}, userId: user.id } });
    const { user: after } = await updateUser(ctx, input(user.id, { is_blocked: true }));
    expect(after).toMatchObject({ custom_limits: { is_blocked: true }, blocked_at: ctx.now.toISOString() });
    expect(await findSignInSession(store, token, new Date())).toBeNull();
    expect(await store.oidcArtifact.count({ where: { userId: user.id } })).toBe(0);
    expect(await templates(store)).toEqual(['blocked']);
    await updateUser(ctx, input(user.id, { is_blocked: false }));
    const actions = await store.auditEvent.findMany({ where: { targetId: user.id }, select: { action: true } });
    expect(actions.map(({ action }) => action).toSorted()).toEqual(['user.blocked', 'user.unblocked']);
    expect((await store.user.findUniqueOrThrow({ where: { id: user.id } })).blockedAt).toBeNull();
  }));

test('refuses to block the caller (S49)', () =>
  inRollback(async (store) => {
    const ctx = await createFreshAdmin(store);
    await createUserRow(store, { isAdmin: true });
    await expect(updateUser(ctx, input(ctx.actor.userId, { is_blocked: true }))).rejects.toMatchObject({
      code: 'conflict',
      message: 'You cannot block yourself.',
    });
  }));

test('refuses an admin who was demoted or blocked after the request was admitted (S24)', () =>
  inRollback(async (tx) => {
    const { id } = await createUserRow(tx);
    for (const lost of [{ isAdmin: false }, { blockedAt: new Date() }]) {
      const me = await createUserRow(tx, { isAdmin: true });
      const ctx = await freshAdmin(tx, me);
      await tx.user.update({ where: { id: me.id }, data: lost });
      await expect(updateUser(ctx, input(id, { is_admin: true }))).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect(await tx.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ isAdmin: false });
  }));

test('lets a new admin keep the second factor at a mailed reset (S86)', () =>
  inRollback(async (tx) => {
    const { id } = await createUserRow(tx, { resetKeepsFactors: false });
    await updateUser(await createFreshAdmin(tx), input(id, { is_admin: true }));
    expect(await tx.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ resetKeepsFactors: true });
  }));

test.each([{ is_blocked: true }, { is_admin: false }])(
  'keeps one admin when two apply %j to each other simultaneously (S49)',
  async (fields) => {
    await db().user.updateMany({ where: { isAdmin: true }, data: { isAdmin: false } });
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await createUserRow(db(), { isAdmin: true }), await createUserRow(db(), { isAdmin: true })];
      const [first, second] = [await freshAdmin(db(), one), await freshAdmin(db(), two)];
      const results = await Promise.allSettled([
        updateUser(first, input(two.id, fields)),
        updateUser(second, input(one.id, fields)),
      ]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'forbidden' } });
      expect(await db().user.count({ where: { isAdmin: true, blockedAt: null } })).toBe(1);
      await db().user.updateMany({ where: { isAdmin: true }, data: { isAdmin: false } });
    }
  },
);

test('lets one of two admins step down, but not the last one (S49)', () =>
  inRollback(async (store) => {
    await store.user.updateMany({ data: { isAdmin: false } });
    const ctx = await createFreshAdmin(store);
    const stepDown = input(ctx.actor.userId, { is_admin: false });
    await expect(updateUser(ctx, stepDown)).rejects.toMatchObject({ code: 'conflict' });
    await createUserRow(store, { isAdmin: true });
    expect((await updateUser(ctx, stepDown)).user.is_admin).toBe(false);
  }));

test('sets a new password, ends sessions, voids mailed links, mails a notice and records no secret', () =>
  inRollback(async (store) => {
    await forgetMails(store);
    const email = `${unique('user')}@test.example`;
    const user = await createUserRow(store, { email, passwordHash: 'old' });
    const { token } = await startSignInSession(anonymousContext(store), user.id);
    const mailed = await createOneTimeToken(store, 'reset_password', { id: user.id, email }, new Date());
    const stillWorks = () => isOneTimeToken(store, 'reset_password', email, mailed, new Date());
    expect(await stillWorks()).toBe(true);
    await updateUser(await createFreshAdmin(store), input(user.id, { reset_password: true, new_password: PASSWORD }));
    expect(await stillWorks()).toBe(false);
    const { passwordHash } = await store.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(await verifyPassword(passwordHash, PASSWORD)).toBe(true);
    expect(await findSignInSession(store, token, new Date())).toBeNull();
    expect(await templates(store)).toEqual(['password_changed']);
    const events = await store.auditEvent.findMany({ where: { targetId: user.id } });
    expect(events).toMatchObject([{ action: 'user.password_reset', data: { how: 'set' } }]);
    expect(JSON.stringify(events)).not.toContain(PASSWORD);
    expect(JSON.stringify(events)).not.toContain(passwordHash);
  }));

test('voids the password and mails a reset link when no new password is given', () =>
  inRollback(async (store) => {
    await forgetMails(store);
    const user = await createUserRow(store, { passwordHash: 'old' });
    const { token } = await startSignInSession(anonymousContext(store), user.id);
    await updateUser(await createFreshAdmin(store), input(user.id, { reset_password: true }));
    expect((await store.user.findUniqueOrThrow({ where: { id: user.id } })).passwordHash).toBeNull();
    expect(await findSignInSession(store, token, new Date())).toBeNull();
    expect(await store.oneTimeToken.count({ where: { userId: user.id, purpose: 'reset_password' } })).toBe(1);
    expect(await templates(store)).toEqual(['password_voided']);
  }));

test.each([
  ['a weak password', { reset_password: true, new_password: 'short' }, 'weak_password', 'new_password'],
  ['a password without reset_password', { new_password: PASSWORD }, 'invalid', 'new_password'],
  ['an invalid custom key', { custom_key: 'nonsense' }, 'invalid', 'custom_key'],
  ['a custom key that is too long (S55)', { custom_key: 'y'.repeat(53) }, 'invalid', 'custom_key'],
])('changes nothing when it refuses %s', async (_name, fields, code, field) => {
  const user = await createUserRow(db());
  await expect(
    updateUser(await createFreshAdmin(db()), input(user.id, { notes: 'x', ...fields })),
  ).rejects.toMatchObject({
    code,
    fields: { [field]: expect.any(String) },
  });
  expect((await db().user.findUniqueOrThrow({ where: { id: user.id } })).notes).toBeNull();
});

test('requires a password to reset a user without an address, and an address for an admin', () =>
  inRollback(async (store) => {
    const ctx = await createFreshAdmin(store);
    const user = await createUserRow(store, { email: null });
    for (const [fields, field] of [
      [{ reset_password: true }, 'reset_password'],
      [{ is_admin: true }, 'email'],
    ] as const)
      await expect(updateUser(ctx, input(user.id, fields))).rejects.toMatchObject({
        code: 'invalid',
        fields: { [field]: expect.any(String) },
      });
  }));

test.each([{ email: 'mine@x.example' }, { reset_password: true, new_password: PASSWORD }])(
  'refuses %j for the caller, who must use the account page',
  (fields) =>
    inRollback(async (store) => {
      const ctx = await createFreshAdmin(store);
      await expect(updateUser(ctx, input(ctx.actor.userId, fields))).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('account page'),
      });
    }),
);

test('sets a verified address, updates keys that show the old address, and voids pending changes', () =>
  inRollback(async (store) => {
    const user = await createUserRow(store, { emailVerifiedAt: null });
    const key = await createKeyRow(store, { accountId: user.id, email: user.email });
    await store.emailChange.create({
      data: {
        userId: user.id,
        oldEmail: user.email ?? '',
        newEmail: 'other@x.example',
        requestedAt: new Date(),
        confirmTokenHash: new Uint8Array(32),
        expiresAt: new Date(Date.now() + MINUTE),
      },
    });
    const email = `${unique('new')}@x.example`;
    const { user: after } = await updateUser(await createFreshAdmin(store), input(user.id, { email }));
    expect(after).toMatchObject({ email, email_verified: true });
    expect((await store.fuzzyKey.findUniqueOrThrow({ where: { id: key.id } })).email).toBe(email);
    expect(await store.emailChange.count({ where: { userId: user.id } })).toBe(0);
    expect(await store.auditEvent.findMany({ where: { targetId: user.id } })).toMatchObject([
      { action: 'user.email_changed', data: { keys: [key.id] } },
    ]);
    expect((await templates(store)).at(-1)).toBe('email_changed');
  }));

test('leaves keys without an email alone when their owner gets an address', () =>
  inRollback(async (store) => {
    const user = await createUserRow(store, { email: null });
    const key = await createKeyRow(store, { accountId: user.id, email: null });
    await updateUser(await createFreshAdmin(store), input(user.id, { email: `${unique('new')}@x.example` }));
    const { email, version } = await store.fuzzyKey.findUniqueOrThrow({ where: { id: key.id } });
    expect({ email, version }).toEqual({ email: null, version: key.version });
    expect(await store.auditEvent.findMany({ where: { targetId: user.id } })).toMatchObject([
      { action: 'user.email_changed', data: { keys: [] } },
    ]);
  }));

test('removes a cleared address from key descriptions, and from notes set in the same edit', () =>
  inRollback(async (store) => {
    const user = await createUserRow(store);
    const key = await createKeyRow(store, {
      accountId: user.id,
      description: `Manual ${user.email}`,
      email: user.email,
    });
    const notes = `Was ${user.email} before`;
    const { user: after } = await updateUser(await createFreshAdmin(store), input(user.id, { email: null, notes }));
    expect(after.custom_limits.notes).toBe('Was (deleted address) before');
    expect(await store.fuzzyKey.findUniqueOrThrow({ where: { id: key.id } })).toMatchObject({
      description: `Manual ${key.keyId}`,
      email: null,
      accountId: user.id,
    });
  }));

test('changes nothing when the address is taken', async () => {
  const [one, two] = [await createUserRow(db()), await createUserRow(db())];
  const change = input(one.id, { email: two.email, notes: 'x' });
  await expect(updateUser(await createFreshAdmin(db()), change)).rejects.toMatchObject({
    code: 'conflict',
    fields: { email: expect.any(String) },
  });
  expect(await db().user.findUnique({ where: { id: one.id } })).toMatchObject({ email: one.email, notes: null });
});

test("links, replaces and removes a custom key, and keeps a subscription's key", () =>
  inRollback(async (store) => {
    const ctx = await createFreshAdmin(store);
    const user = await createUserRow(store);
    const set = (custom_key: string | null) => updateUser(ctx, input(user.id, { custom_key }));
    const ownerOf = async (publicKey: string) =>
      (await store.fuzzyKey.findUniqueOrThrow({ where: { publicKey } })).accountId;
    const ours = await createKeyRow(store);
    const { publicKey: external } = createKeyPair();
    await set(ours.publicKey);
    expect(await ownerOf(ours.publicKey)).toBe(user.id);
    const { user: after } = await set(external);
    expect(after.custom_limits.custom_key).toBe(external);
    expect([await ownerOf(ours.publicKey), await ownerOf(external)]).toEqual([null, user.id]);
    const subscription = await createSubscriptionRow(store, { accountId: user.id });
    const bought = await createKeyRow(store, { accountId: user.id, subscriptionId: subscription.id });
    await set(bought.publicKey);
    await set(null);
    expect([await ownerOf(external), await ownerOf(bought.publicKey)]).toEqual([null, user.id]);
  }));
