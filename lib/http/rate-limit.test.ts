import '#lib/testing/database.ts';
import { expect, test } from 'vitest';
import { unique } from '#lib/testing/factories.ts';
import { assertWithin, countAgainst, forgive } from './rate-limit.ts';

const limited = { code: 'rate_limited', retryAfterSeconds: expect.any(Number) };

test('the eleventh failure of an account is one too many, says when to try again, and is forgiven by a success (S9)', async () => {
  const account = unique('account');
  for (let count = 0; count < 10; count++) await countAgainst('login_failure_account', account);
  await expect(countAgainst('login_failure_account', account)).rejects.toMatchObject(limited);
  const refusal = await assertWithin('login_failure_account', account).catch((error: unknown) => error);
  expect(refusal).toMatchObject(limited);
  expect((refusal as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(890);
  await assertWithin('login_failure_account', unique('account'));
  await assertWithin('verify_account', account);
  await forgive('login_failure_account', account);
  await assertWithin('login_failure_account', account);
});

test('parallel failures are all counted', async () => {
  const account = unique('account');
  const results = await Promise.allSettled(Array.from({ length: 25 }, () => countAgainst('verify_account', account)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
});

test('looking does not count', async () => {
  const account = unique('account');
  for (let count = 0; count < 15; count++) await assertWithin('verify_account', account);
  await countAgainst('verify_account', account);
});
