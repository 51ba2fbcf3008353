import '#lib/testing/database.ts';
import { expect, test, vi } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { unique } from '#lib/testing/factories.ts';
import { assertBelowLimit, consumeLimit, resetLimit, giveBack, tryToCount } from './rate-limit.ts';

const limited = { code: 'rate_limited', retryAfterSeconds: expect.any(Number) };

test('refuses an account’s eleventh failure with the seconds to wait, and resets after a success (S9)', async () => {
  const account = unique('account');
  for (let count = 0; count < 10; count++) await consumeLimit('login_failure_account', account);
  await expect(consumeLimit('login_failure_account', account)).rejects.toMatchObject(limited);
  const refusal = await assertBelowLimit('login_failure_account', account).catch((error: unknown) => error);
  expect(refusal).toMatchObject(limited);
  expect((refusal as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(890);
  await assertBelowLimit('login_failure_account', unique('account'));
  await assertBelowLimit('totp_account', account);
  await resetLimit('login_failure_account', account);
  await assertBelowLimit('login_failure_account', account);
});

test('lets parallel attempts through up to the limit, and does not count refused ones', async () => {
  const account = unique('account');
  const results = await Promise.all(Array.from({ length: 25 }, () => tryToCount('totp_account', account)));
  expect(results.filter(Boolean)).toHaveLength(10);
  await giveBack([['totp_account', account]]);
  await consumeLimit('totp_account', account);
  await expect(consumeLimit('totp_account', account)).rejects.toMatchObject(limited);
});

test('does not raise the limit when counts that were never taken are given back', async () => {
  const account = unique('account');
  for (let count = 0; count < 3; count++) await giveBack([['email_taken_account', account]]);
  expect([await tryToCount('email_taken_account', account), await tryToCount('email_taken_account', account)]).toEqual([
    true,
    false,
  ]);
});

test('checks a limit without counting', async () => {
  const account = unique('account');
  for (let count = 0; count < 15; count++) await assertBelowLimit('totp_account', account);
  await consumeLimit('totp_account', account);
});

test('starts a new count when the window ends', async () => {
  const account = unique('account');
  const start = Date.now();
  const at = (seconds: number) => vi.spyOn(Date, 'now').mockReturnValue(start + seconds * 1000);
  try {
    at(0);
    for (let count = 0; count < 3; count++) await consumeLimit('reset_mail_account', account);
    at(3599);
    await expect(consumeLimit('reset_mail_account', account)).rejects.toMatchObject({ retryAfterSeconds: 1 });
    at(3600);
    await assertBelowLimit('reset_mail_account', account);
    for (let count = 0; count < 3; count++) await consumeLimit('reset_mail_account', account);
    await expect(consumeLimit('reset_mail_account', account)).rejects.toMatchObject({ retryAfterSeconds: 3600 });
  } finally {
    vi.restoreAllMocks();
  }
});

test('stores no email or IP address in the table', async () => {
  const email = `${unique('counted')}@test.example`;
  await consumeLimit('reset_mail_account', email);
  await consumeLimit('sign_up_address', '198.51.100.77');
  await consumeLimit('sign_up_address', '2001:db8:7::1');
  const rows = JSON.stringify((await db().rateLimit.findMany()).map(({ key }) => key));
  expect(rows).toContain('sign_up_address:');
  for (const address of [email, '198.51.100.77', '2001:db8:7:']) expect(rows).not.toContain(address);
});

test('counts the addresses of one IPv6 /64 together (S10)', async () => {
  for (let count = 0; count < 20; count++) await consumeLimit('sign_up_address', `2001:db8:0:1::${count}`);
  await expect(consumeLimit('sign_up_address', '2001:db8:0:1:ffff::')).rejects.toMatchObject(limited);
  await consumeLimit('sign_up_address', '2001:db8:0:2::1');
});
