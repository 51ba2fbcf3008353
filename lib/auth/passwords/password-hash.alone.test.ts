import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import argon2 from 'argon2';
import { expect, test, vi } from 'vitest';
import { ARGON2, hashPassword, needsRehash, renewedHash, verifyPassword } from './password-hash.ts';

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

test('hashes passwords without trimming, folding or cutting them (S5)', async () => {
  const long = `${'Ab1-'.repeat(63)}last`;
  const hash = await hashPassword(long);
  expect(await verifyPassword(hash, long)).toBe(true);
  for (const near of [` ${long}`, `${long} `, long.toLowerCase(), long.slice(0, -1), long.slice(0, 72)])
    expect(await verifyPassword(hash, near)).toBe(false);
});

const COMPOSED = 'Caf\u00e9-Horse-77';
const DECOMPOSED = 'Cafe\u0301-Horse-77';

test.each([
  [COMPOSED, DECOMPOSED],
  [DECOMPOSED, COMPOSED],
  ['Cafe Horse\u00a077', 'Cafe Horse 77'],
])('accepts a password set as %j and typed as %j (S89)', async (set, typed) => {
  const hash = await hashPassword(set);
  expect(await verifyPassword(hash, typed)).toBe(true);
  expect(await renewedHash(hash, typed)).toBeNull();
});

test('accepts the typed text of an older hash, and renews the hash to the normal form (S89)', async () => {
  const old = await argon2.hash(DECOMPOSED, ARGON2);
  expect(await verifyPassword(old, COMPOSED)).toBe(false);
  expect(await verifyPassword(old, DECOMPOSED)).toBe(true);
  const renewed = (await renewedHash(old, DECOMPOSED)) ?? '';
  expect(await argon2.verify(renewed, COMPOSED)).toBe(true);
  expect(await renewedHash(await argon2.hash(COMPOSED, ARGON2), COMPOSED)).toBeNull();
});

test.each([
  ['Wrong-Horse-77', 1],
  [COMPOSED, 1],
  [DECOMPOSED, 2],
  ['nobody has this password', 1], // the password of the hash that an unknown user gets
  ['nobody\u00a0has this password', 2],
])('makes as many hashes for an unknown user as for a wrong password: %j takes %i (S1, S89)', async (typed, count) => {
  const hash = await hashPassword('Correct-Horse-7');
  await verifyPassword(null, 'first'); // makes the hash that an unknown user gets
  const verify = vi.spyOn(argon2, 'verify');
  for (const known of [hash, null]) {
    verify.mockClear();
    expect(await verifyPassword(known, typed)).toBe(false);
    expect(verify).toHaveBeenCalledTimes(count);
  }
  verify.mockRestore();
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

/** The hash that a flood is compared with: cheap, because only the number of waiting hashes counts. */
const cheapHash = () => argon2.hash('another', { ...ARGON2, memoryCost: 1024 });

test('refuses when the queue is full (S8)', async () => {
  const cheap = await cheapHash();
  const flood = await Promise.allSettled(Array.from({ length: 80 }, async () => verifyPassword(cheap, 'x')));
  const refused = flood.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(40);
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable', retryAfterSeconds: 5 } });
});

test('serves a login while another IP address floods the queue (S8)', async () => {
  const cheap = await cheapHash();
  const flood = Promise.allSettled(Array.from({ length: 90 }, () => verifyPassword(cheap, 'x', '192.0.2.66')));
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
