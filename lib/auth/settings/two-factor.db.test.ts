import { generate } from 'otplib';
import { expect, test, vi } from 'vitest';
import { unseal } from '#lib/base/crypto.ts';
import { db, inTransaction } from '#lib/base/db/db.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { NO_COOKIES } from '#lib/testing/demo/lived-in-account.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { MINUTE } from '#lib/base/time.ts';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { recoveryCodeHash } from '#lib/auth/factors/recovery-code.ts';
import { TOTP_PURPOSE } from '#lib/auth/factors/second-factor.ts';
import { logIn, logInWithSecondFactor } from '#lib/auth/login/service.ts';
import { findSignInSession } from '#lib/auth/session/sign-in-session.ts';
import {
  createNewRecoveryCodes,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  startTwoFactor,
} from './two-factor.ts';

const PASSWORD = 'Correct-Horse-7';
type Person = Awaited<ReturnType<typeof createSignedInUser>>;

const codeAt = (secret: string, when: Date) => generate({ secret, epoch: Math.floor(when.getTime() / 1000) });
async function enable(person: Person) {
  const { secret } = await startTwoFactor(person.ctx);
  const { recovery_codes } = await enableTwoFactor(person.ctx, { code: await codeAt(secret, person.ctx.now) });
  return { secret, codes: recovery_codes };
}
const rowOf = ({ id }: Person) => db().user.findUniqueOrThrow({ where: { id }, include: { recoveryCodes: true } });
const auditLogOf = async ({ id }: Person) =>
  (await db().auditEvent.findMany({ where: { targetId: id }, orderBy: { id: 'asc' } })).map(({ action }) => action);
/**
 * Number of queued notices. The tests of this file run one after the other, so each can compare it before and after.
 */
const notices = async () => {
  const rows = await db().$queryRaw`SELECT 1 FROM pgboss.job WHERE data->>'template' = 'sign_in_changed'`;
  return (rows as unknown[]).length;
};

test('enables two-factor with the first code, returns ten recovery codes and mails the owner', async () => {
  const person = await createSignedInUser(db());
  const before = await notices();
  const { secret, uri, qr } = await startTwoFactor(person.ctx);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(uri).toContain(`secret=${secret}`);
  expect(uri).toContain(encodeURIComponent(person.email));
  expect(qr).toMatch(/^<svg [^>]*viewBox/);
  expect(qr).toContain('fill="#ffffff"');
  expect(await getTwoFactor(person.ctx)).toEqual({
    enabled: false,
    enabled_at: null,
    recovery_codes_left: 0,
    has_passkeys: false,
  });
  const code = await codeAt(secret, person.ctx.now);
  const { recovery_codes } = await enableTwoFactor(person.ctx, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
  expect(new Set(recovery_codes).size).toBe(10);
  expect(await getTwoFactor(person.ctx)).toEqual({
    enabled: true,
    enabled_at: person.ctx.now.toISOString(),
    recovery_codes_left: 10,
    has_passkeys: false,
  });
  expect(await notices()).toBe(before + 1);
  expect(await auditLogOf(person)).toEqual(['user.totp_enabled']);
  expect(await findSignInSession(db(), person.sessionToken, new Date()), 'sessions stay').not.toBeNull();
});

test('seals the secret and stores only hashes of the recovery codes (S76)', async () => {
  const person = await createSignedInUser(db());
  const { secret, codes } = await enable(person);
  const row = await rowOf(person);
  expect(unseal(row.totpSecretSealed ?? Buffer.of(), TOTP_PURPOSE).toString()).toBe(secret);
  expect(Buffer.from(row.totpSecretSealed ?? []).includes(secret)).toBe(false);
  expect(row.recoveryCodes.map(({ codeHash }) => Buffer.from(codeHash).toString('hex')).toSorted()).toEqual(
    codes.map((code) => Buffer.from(recoveryCodeHash(code)).toString('hex')).toSorted(),
  );
});

test('refuses at the next login the code that enabled two-factor', async () => {
  const person = await createSignedInUser(db(), { passwordHash: await hashPassword(PASSWORD) });
  const { secret } = await enable(person);
  const { now } = person.ctx;
  const login = async (when: Date) => {
    const ctx = anonymousContext(db(), { now: when });
    const waiting = await logIn(ctx, { email: person.email, password: PASSWORD }, NO_COOKIES);
    if (waiting.status !== 'totp_required') throw new Error('no second factor was requested');
    return logInWithSecondFactor(ctx, await codeAt(secret, when), waiting.challenge, NO_COOKIES);
  };
  await expect(login(now)).rejects.toMatchObject({ code: 'invalid' });
  await expect(login(new Date(now.getTime() + 30_000))).resolves.toMatchObject({ status: 'ok' });
});

test.each(['', '000000', 'abcdef', '1234567', 'k3f9-w2pm-8qzt-51ra'])(
  'does not enable two-factor with the code %j',
  async (code) => {
    const person = await createSignedInUser(db());
    await startTwoFactor(person.ctx);
    await expect(enableTwoFactor(person.ctx, { code })).rejects.toMatchObject({
      code: 'invalid',
      fields: { code: 'The code is incorrect.' },
    });
    expect(await rowOf(person)).toMatchObject({ totpEnabledAt: null, recoveryCodes: [] });
    expect(await auditLogOf(person)).toEqual([]);
  },
);

test('refuses even the right code after ten wrong codes', async () => {
  const person = await createSignedInUser(db());
  const { secret } = await startTwoFactor(person.ctx);
  const attempt = (code: string) => enableTwoFactor(person.ctx, { code });
  for (let count = 0; count < 10; count++) await expect(attempt('000000')).rejects.toMatchObject({ code: 'invalid' });
  await expect(attempt(await codeAt(secret, person.ctx.now))).rejects.toMatchObject({ code: 'rate_limited' });
});

test('voids a secret when a newer one is created, and does not enable two-factor without a secret', async () => {
  const person = await createSignedInUser(db());
  await expect(enableTwoFactor(person.ctx, { code: '123456' })).rejects.toMatchObject({ code: 'conflict' });
  const older = await startTwoFactor(person.ctx);
  const newer = await startTwoFactor(person.ctx);
  expect(newer.secret).not.toBe(older.secret);
  await expect(enableTwoFactor(person.ctx, { code: await codeAt(older.secret, person.ctx.now) })).rejects.toMatchObject(
    { code: 'invalid' },
  );
  await enableTwoFactor(person.ctx, { code: await codeAt(newer.secret, person.ctx.now) });
});

test('refuses to start or enable two-factor again while it is on, and keeps the secret', async () => {
  const person = await createSignedInUser(db());
  const { secret } = await enable(person);
  await expect(startTwoFactor(person.ctx)).rejects.toMatchObject({ code: 'conflict' });
  const code = await codeAt(secret, person.ctx.now);
  await expect(enableTwoFactor(person.ctx, { code })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Two-factor login is already on.',
  });
  expect(unseal((await rowOf(person)).totpSecretSealed ?? Buffer.of(), TOTP_PURPOSE).toString()).toBe(secret);
});

test('lets one of eight simultaneous calls enable two-factor, with ten recovery codes', async () => {
  const person = await createSignedInUser(db());
  const { secret } = await startTwoFactor(person.ctx);
  const code = await codeAt(secret, person.ctx.now);
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => enableTwoFactor(person.ctx, { code })));
  const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.recovery_codes] : []));
  expect(won).toHaveLength(1);
  expect((await rowOf(person)).recoveryCodes).toHaveLength(10);
});

test('refuses to enable a secret that is replaced at the same time', async () => {
  const person = await createSignedInUser(db());
  const { secret } = await startTwoFactor(person.ctx);
  const code = await codeAt(secret, person.ctx.now);
  const { enabling } = await inTransaction(db(), async (tx) => {
    await startTwoFactor({ ...person.ctx, db: tx });
    const outcome = enableTwoFactor(person.ctx, { code }).catch((error: unknown) => error);
    await vi.waitFor(async () => {
      const waiting = await db().$queryRaw`SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      expect(waiting).toHaveLength(1);
    }, 20_000);
    return { enabling: outcome };
  });
  expect(await enabling).toMatchObject({ code: 'conflict' });
  expect(await rowOf(person)).toMatchObject({ totpEnabledAt: null, recoveryCodes: [] });
});

test('deletes secret, step and recovery codes when disabled, and asks for no code at the next login', async () => {
  const person = await createSignedInUser(db(), { passwordHash: await hashPassword(PASSWORD) });
  await enable(person);
  const before = await notices();
  await disableTwoFactor(person.ctx);
  expect(await rowOf(person)).toMatchObject({
    totpEnabledAt: null,
    totpSecretSealed: null,
    totpLastStep: null,
    recoveryCodes: [],
  });
  expect(await notices()).toBe(before + 1);
  expect(await auditLogOf(person)).toEqual(['user.totp_enabled', 'user.totp_disabled']);
  const outcome = await logIn(anonymousContext(db()), { email: person.email, password: PASSWORD }, NO_COOKIES);
  expect(outcome.status).toBe('ok');
  await expect(disableTwoFactor(person.ctx)).rejects.toMatchObject({ code: 'conflict' });
});

test('voids the old recovery codes when new ones are created, and mails the owner', async () => {
  const person = await createSignedInUser(db());
  await expect(createNewRecoveryCodes(person.ctx)).rejects.toMatchObject({ code: 'conflict' });
  const { codes: old } = await enable(person);
  await db().recoveryCode.updateMany({
    where: { userId: person.id, codeHash: recoveryCodeHash(old[0] ?? '') },
    data: { usedAt: new Date() },
  });
  expect(await getTwoFactor(person.ctx)).toMatchObject({ recovery_codes_left: 9 });
  const before = await notices();
  const { recovery_codes } = await createNewRecoveryCodes(person.ctx);
  expect(new Set([...recovery_codes, ...old]).size).toBe(20);
  expect(await db().recoveryCode.count({ where: { codeHash: { in: old.map(recoveryCodeHash) } } })).toBe(0);
  expect(await getTwoFactor(person.ctx)).toMatchObject({ recovery_codes_left: 10 });
  expect(await notices()).toBe(before + 1);
  expect(await auditLogOf(person)).toEqual(['user.totp_enabled', 'user.recovery_codes_created']);
});

test('leaves ten recovery codes after eight simultaneous requests', async () => {
  const person = await createSignedInUser(db());
  await enable(person);
  await Promise.all(Array.from({ length: 8 }, () => createNewRecoveryCodes(person.ctx)));
  expect((await rowOf(person)).recoveryCodes).toHaveLength(10);
});

test.each<[string, (person: Person, ctx: Person['ctx']) => Promise<unknown>]>([
  ['startTwoFactor', (_person, ctx) => startTwoFactor(ctx)],
  ['enableTwoFactor', (_person, ctx) => enableTwoFactor(ctx, { code: '123456' })],
  ['disableTwoFactor', (_person, ctx) => disableTwoFactor(ctx)],
  ['createNewRecoveryCodes', (_person, ctx) => createNewRecoveryCodes(ctx)],
])('%s requires a fresh login, and otherwise changes nothing', async (_verb, call) => {
  const person = await createSignedInUser(db());
  const stale = person.contextAt(new Date(Date.now() + 11 * MINUTE));
  await expect(call(person, stale)).rejects.toMatchObject({ code: 'reauthentication_required' });
  await enable(person);
  const before = await rowOf(person);
  await expect(call(person, stale)).rejects.toMatchObject({ code: 'reauthentication_required' });
  expect(await rowOf(person)).toEqual(before);
});

test("never changes another user's two-factor (S47)", async () => {
  const [one, other] = [await createSignedInUser(db()), await createSignedInUser(db())];
  await enable(other);
  const before = await rowOf(other);
  await enable(one);
  await createNewRecoveryCodes(one.ctx);
  await disableTwoFactor(one.ctx);
  expect(await rowOf(other)).toEqual(before);
  expect(await getTwoFactor(one.ctx)).toMatchObject({ enabled: false, recovery_codes_left: 0 });
});
