import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/base/db/db.ts';
import { PRODUCTION_SITE } from '#lib/testing/contacts.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow, unique } from '#lib/testing/factories.ts';
import { findInDatabase } from '#lib/testing/find-in-database.ts';
import { verifyPassword } from '#lib/auth/passwords/password-hash.ts';
import { runAdminCommand } from './command.ts';

const secret = (prefix: string) => prefix + randomBytes(24).toString('hex');

/** Runs the command as an operator does in production. */
function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['bin/admin.ts', ...args],
      {
        cwd: path.resolve(import.meta.dirname, '../..'),
        env: {
          ...process.env,
          ...PRODUCTION_SITE,
          NODE_ENV: 'production',
          APP_MODE: '',
          APP_URL: 'https://premium.test',
          STRIPE_API_BASE: '',
          STRIPE_SECRET_KEY: secret('sk_live_'),
          STRIPE_WEBHOOK_SECRET: secret('whsec_'),
          ALLOW_TEST_PURCHASES: '0',
        },
      },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}
const address = () => `${unique('glass')}@x.example`;
const userOf = (email: string) => db().user.findUniqueOrThrow({ where: { email } });
const auditOf = (targetId: string) => db().auditEvent.findMany({ where: { targetId }, orderBy: { id: 'asc' } });
const asCommand = { actorKind: 'system', actorId: 'command' };
const passwordIn = (text: string) => /shown only once\): (\S+)\n/.exec(text)?.[1] ?? '';

test('create adds an admin who can log in, stores no plain-text password, and refuses a taken address', async () => {
  const email = address();
  const { code, out, err } = await run('create', ` ${email.toUpperCase()}`);
  expect([code, err]).toEqual([0, '']);
  const user = await userOf(email);
  expect(user).toMatchObject({ isAdmin: true, blockedAt: null, emailVerifiedAt: expect.any(Date) });
  expect(await verifyPassword(user.passwordHash, passwordIn(out))).toBe(true);
  expect(await auditOf(user.id)).toMatchObject([{ action: 'user.created', ...asCommand }]);
  expect(await findInDatabase(db(), [passwordIn(out)])).toEqual([]);
  expect((await findInDatabase(db(), [email])).length, 'the search finds what is stored').toBeGreaterThan(0);
  expect(await run('create', email)).toMatchObject({ code: 1, out: '', err: expect.stringContaining('promote') });
});

test('promote makes a user an admin, verified and not blocked', async () => {
  const user = await createUserRow(db(), { email: address(), emailVerifiedAt: null, blockedAt: new Date() });
  const { code, out } = await run('promote', user.email ?? '');
  expect([code, out]).toEqual([0, `${user.email ?? ''} is now an admin, and no longer blocked.\n`]);
  expect(await userOf(user.email ?? '')).toMatchObject({
    isAdmin: true,
    blockedAt: null,
    emailVerifiedAt: expect.any(Date),
  });
  expect(await auditOf(user.id)).toMatchObject([
    { action: 'user.updated', ...asCommand, data: { before: { isAdmin: false }, after: { isAdmin: true } } },
    { action: 'user.unblocked', ...asCommand },
  ]);
});

test('reset-mfa removes two-factor login, recovery codes and passkeys, ends sessions and mails the owner', async () => {
  const email = address();
  const sealed = { totpEnabledAt: new Date(), totpSecretSealed: new Uint8Array(4) };
  const { id } = await createUserRow(db(), { email, isAdmin: true, ...sealed });
  await db().recoveryCode.create({ data: { userId: id, codeHash: new Uint8Array(32) } });
  const passkey = { publicKey: new Uint8Array(4), counter: 0, transports: [], isBackedUp: false, name: 'key' };
  await db().passkey.create({ data: { userId: id, credentialId: unique('c'), ...passkey } });
  await startSignInSession(anonymousContext(db()), id);
  const { code, out } = await run('reset-mfa', email);
  expect([code, out]).toEqual([0, `${email}: two-factor login and 1 passkeys removed. All sessions ended.\n`]);
  expect(await userOf(email)).toMatchObject({ totpEnabledAt: null, totpSecretSealed: null });
  for (const left of [db().recoveryCode, db().passkey, db().signInSession] as {
    count: (w: object) => Promise<number>;
  }[])
    expect(await left.count({ where: { userId: id } })).toBe(0);
  expect(await auditOf(id)).toMatchObject([{ action: 'user.two_factor_removed', ...asCommand, data: { passkeys: 1 } }]);
  const mails = await db().$queryRaw<object[]>`SELECT 1 FROM pgboss.job WHERE data->>'template' = 'sign_in_changed'`;
  expect(mails).toHaveLength(1);
});

test('reset-password prints a new password or mails a link, and ends sessions', async () => {
  const user = await createUserRow(db(), { email: address(), passwordHash: 'old' });
  const email = user.email ?? '';
  await startSignInSession(anonymousContext(db()), user.id);
  const { code, out } = await run('reset-password', email);
  expect(code).toBe(0);
  expect(await verifyPassword((await userOf(email)).passwordHash, passwordIn(out))).toBe(true);
  expect(await db().signInSession.count({ where: { userId: user.id } })).toBe(0);
  expect(await run('reset-password', email, '--mail')).toMatchObject({
    code: 0,
    out: expect.stringContaining('mailed'),
  });
  expect((await userOf(email)).passwordHash).toBeNull();
  expect(await auditOf(user.id)).toMatchObject([{ data: { how: 'set' } }, { data: { how: 'mailed' } }]);
});

/** Runs the command in this process, and returns its exit code and its output. */
async function runHere(...args: string[]) {
  const [log, error] = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')];
  for (const spy of [log, error]) spy.mockImplementation(() => {});
  const code = await runAdminCommand(args);
  const [out, err] = [log, error].map((spy) => spy.mock.calls.flat().join('\n'));
  vi.restoreAllMocks();
  return { code, out, err };
}

test.each([
  [],
  ['create'],
  ['destroy', 'a@x.example'],
  ['__proto__', 'a@x.example'],
  ['create', 'a@x.example', '--mail'],
  ['create', 'no address'],
])('exits with 2 and an explanation for the arguments %j %j', async (...args) => {
  const { code, out, err } = await runHere(...args.filter((part): part is string => typeof part === 'string'));
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/Usage: npm run admin|not an email address/);
});

test('refuses an email address that no user has', async () => {
  const email = address();
  for (const command of ['promote', 'reset-mfa', 'reset-password'])
    expect(await runHere(command, email)).toMatchObject({
      code: 1,
      err: expect.stringContaining('No user has the address'),
    });
});
