import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import argon2 from 'argon2';
import { expect, test, vi } from 'vitest';
import { ARGON2, hashPassword, needsRehash, verifyPassword } from './password-hash.ts';

test('hashes with argon2id, m=19 MiB, t=2, p=1 and a unique salt (S8)', async () => {
  const [one, other] = [await hashPassword('Correct-Horse-7'), await hashPassword('Correct-Horse-7')];
  const [, kind, version, costs] = one.split('$');
  expect([kind, version, ...(costs ?? '').split(',').toSorted()]).toEqual([
    'argon2id',
    'v=19',
    'm=19456',
    'p=1',
    't=2',
  ]);
  expect(one).not.toBe(other);
  expect(needsRehash(one)).toBe(false);
  expect(needsRehash(await argon2.hash('x', { ...ARGON2, memoryCost: 8192 }))).toBe(true);
});

test('stores passwords exactly as typed (S5)', async () => {
  const long = `${'Ab1-'.repeat(63)}last`;
  const hash = await hashPassword(long);
  expect(await verifyPassword(hash, long)).toBe(true);
  for (const near of [` ${long}`, `${long} `, long.toLowerCase(), long.slice(0, -1), long.slice(0, 72)])
    expect(await verifyPassword(hash, near)).toBe(false);
  const composed = await hashPassword('Caf\u00e9-Horse-77');
  expect(await verifyPassword(composed, 'Cafe\u0301-Horse-77')).toBe(false);
});

test('rejects an unknown user with the same work as a wrong password (S1)', async () => {
  const hash = await hashPassword('Correct-Horse-7');
  expect(await verifyPassword(null, 'nobody has this password')).toBe(false);
  const verify = vi.spyOn(argon2, 'verify');
  for (const one of [hash, null]) expect(await verifyPassword(one, 'wrong')).toBe(false);
  const [known, unknown] = verify.mock.calls;
  expect(verify).toHaveBeenCalledTimes(2);
  expect(known).toEqual([hash, 'wrong']);
  expect(unknown?.[1]).toBe('wrong');
  // m, t and p determine the cost of a hash
  const costs = (call: typeof known) => call?.[0].split('$').slice(1, 4);
  expect(costs(unknown)).toEqual(costs(known));
  verify.mockRestore();
});

test('refuses when the queue is full (S8)', async () => {
  const flood = await Promise.allSettled(Array.from({ length: 80 }, async () => verifyPassword(null, 'x')));
  const refused = flood.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(40);
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable', retryAfterSeconds: 5 } });
});

test('serves a login while another IP address floods the queue (S8)', async () => {
  const flood = Promise.allSettled(Array.from({ length: 90 }, () => verifyPassword(null, 'x', '192.0.2.66')));
  const hash = await hashPassword('Correct-Horse-7', '192.0.2.1');
  await expect(verifyPassword(hash, 'Correct-Horse-7', '192.0.2.1')).resolves.toBe(true);
  const refused = (await flood).filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
});

test.runIf(process.platform === 'linux')(
  'gives the threads that hash a lower priority than the event loop (P11)',
  async () => {
    await hashPassword('Correct-Horse-7');
    const threads = readdirSync('/proc/self/task').map((id) => ({
      name: readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trim(),
      priority: getPriority(Number(id)),
    }));
    const pool = threads.filter(({ name }) => name === 'libuv-worker');
    expect(pool.length).toBeGreaterThan(1);
    expect(new Set(pool.map(({ priority }) => priority))).toEqual(new Set([getPriority(process.pid) + 10]));
  },
);
