import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { logInByPassword } from '#lib/testing/demo/lived-in-account.ts';
import { queuedMails } from '#lib/testing/queued-mails.ts';
import { DAY } from '#lib/base/time.ts';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';

const PASSWORD = 'Correct-Horse-7';
let passwordHash = '';
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

async function person() {
  const { id, email } = await createUserRow(db(), { passwordHash });
  return { id, email: email ?? '' };
}

test('refuses logins after ten failures, except on a known device of the owner (S9)', async () => {
  const user = await person();
  const other = await person();
  const at = (ip: string) => anonymousContext(db(), { ip });
  const { device } = await logInByPassword(at('192.0.2.20'), { email: user.email, password: PASSWORD });
  for (let count = 0; count < 10; count++)
    await expect(
      logInByPassword(at('192.0.2.66'), { email: user.email, password: 'a wrong guess' }),
    ).rejects.toMatchObject({ code: 'unauthenticated' });
  const attempt = (cookies: { device?: string }) =>
    logInByPassword(at('192.0.2.20'), { email: user.email, password: PASSWORD }, cookies);
  await expect(attempt({})).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: expect.any(Number) });
  const { device: foreign } = await logInByPassword(at('192.0.2.67'), { email: other.email, password: PASSWORD });
  await expect(attempt({ device: foreign }), 'a known device of another user does not help').rejects.toMatchObject({
    code: 'rate_limited',
  });
  await expect(attempt({ device })).resolves.toMatchObject({ device });
});

test('refuses even the right password on a known device after ten failures there (S9)', async () => {
  const user = await person();
  const ctx = anonymousContext(db(), { ip: '192.0.2.21' });
  const { device } = await logInByPassword(ctx, { email: user.email, password: PASSWORD });
  const wrong = () => logInByPassword(ctx, { email: user.email, password: 'a wrong guess' }, { device });
  for (let count = 0; count < 10; count++) await expect(wrong()).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(logInByPassword(ctx, { email: user.email, password: PASSWORD }, { device })).rejects.toMatchObject({
    code: 'rate_limited',
  });
});

test('forgets a device after 30 days without a login (S85)', async () => {
  const user = await person();
  const start = Date.now();
  const login = (days: number, device?: string) =>
    logInByPassword(
      anonymousContext(db(), { ip: '192.0.2.22', now: new Date(start + days * DAY) }),
      { email: user.email, password: PASSWORD },
      device ? { device } : {},
    );
  const { device } = await login(0);
  expect((await login(29, device)).device).toBe(device);
  expect((await login(58, device)).device).toBe(device);
  expect((await login(89, device)).device).not.toBe(device);
});

test('mails the owner about a login from a new browser, but not from the first or a known browser', async () => {
  const user = await person();
  const ctx = anonymousContext(db(), { ip: '192.0.2.23' });
  const count = async () => (await queuedMails(db())).filter(({ template }) => template === 'new_device').length;
  const before = await count();
  const { device } = await logInByPassword(ctx, { email: user.email, password: PASSWORD });
  expect(await count()).toBe(before);
  await logInByPassword(ctx, { email: user.email, password: PASSWORD }, { device });
  expect(await count()).toBe(before);
  await logInByPassword(ctx, { email: user.email, password: PASSWORD });
  expect(await count()).toBe(before + 1);
});

test('shares the device cookie between two users of a browser, and replaces a forged cookie', async () => {
  const [one, two] = [await person(), await person()];
  const ctx = anonymousContext(db(), { ip: '192.0.2.24' });
  const { device } = await logInByPassword(ctx, { email: one.email, password: PASSWORD });
  expect((await logInByPassword(ctx, { email: two.email, password: PASSWORD }, { device })).device).toBe(device);
  const { device: fresh } = await logInByPassword(ctx, { email: one.email, password: PASSWORD }, { device: 'x' });
  expect(fresh).toMatch(/^[\w-]{43}$/);
});
