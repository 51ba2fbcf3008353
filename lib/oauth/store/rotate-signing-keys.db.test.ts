import { beforeAll, beforeEach, expect, test } from 'vitest';
import { db, type Prisma } from '#lib/base/db/db.ts';
import { systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { heldBack } from '#lib/testing/held-back.ts';
import { DAY } from '#lib/base/time.ts';
import type { SigningAlgorithm } from '#lib/oauth/algorithms.ts';
import { rotateSigningKeys, type Urgency } from './rotate-signing-keys.ts';
import { ensureSigningKeys, loadJwks, lockSigningKeys } from './signing-keys.ts';

const start = new Date('2026-11-21T00:00:00Z');
const after = (days: number) => new Date(start.getTime() + days * DAY);
const rotate = (days: number, urgency?: Urgency) =>
  rotateSigningKeys(systemContext(db(), { now: after(days) }), urgency);
const kids = async (wanted: SigningAlgorithm = 'RS256') =>
  (await loadJwks(db())).keys.filter(({ alg }) => alg === wanted).map(({ kid }) => kid);

// RSA keys take seconds to generate, so all tests begin with the same.
let keysAtStart: Awaited<ReturnType<typeof readKeys>> = [];
const readKeys = async () =>
  (await db().signingKey.findMany()).map((key) => ({ ...key, publicJwk: key.publicJwk as Prisma.InputJsonObject }));
beforeAll(async () => {
  await ensureSigningKeys(systemContext(db(), { now: start }));
  keysAtStart = await readKeys();
});
beforeEach(async () => {
  await db().signingKey.deleteMany();
  await db().signingKey.createMany({ data: keysAtStart });
});

test.each(['RS256', 'ES256', 'EdDSA'] as const)(
  'signs %s with a key for 90 days, then with the next one, which is already published, and publishes another (S80)',
  async (alg) => {
    const [first, second] = await kids(alg);
    expect(await rotate(89.9)).toBe(false);
    expect(await kids(alg)).toEqual([first, second]);
    expect(await rotate(90)).toBe(true);
    expect(await kids(alg)).toEqual([second, expect.not.stringMatching(`${first}|${second}`), first]);
    expect(await rotate(90)).toBe(false);
  },
);

test('rotates the key of each algorithm by its own age, even of an algorithm that was added later (S80)', async () => {
  await db().signingKey.updateMany({ where: { alg: 'ES256', state: 'active' }, data: { activatedAt: after(10) } });
  const [es, rs] = [await kids('ES256'), await kids()];
  expect(await rotate(90)).toBe(true);
  expect(await kids('ES256')).toEqual(es);
  expect((await kids())[0]).toBe(rs[1]);
  expect(await rotate(100)).toBe(true);
  expect((await kids('ES256'))[0]).toBe(es[1]);
});

test('keeps an old key published for 30 days, longer than its last token is valid (S80)', async () => {
  const [first] = await kids();
  await rotate(90);
  await rotate(119.9);
  expect(await kids()).toContain(first);
  await rotate(120);
  expect(await kids()).not.toContain(first);
  expect(await kids()).toHaveLength(2);
});

test('does not sign with a key that clients may not have fetched yet (S80)', async () => {
  await db().signingKey.updateMany({ where: { state: 'next' }, data: { createdAt: after(89) } });
  expect(await rotate(90.9)).toBe(false);
  expect(await rotate(91)).toBe(true);
});

test('rotates twice in two concurrent calls, and leaves one active key of each algorithm (S80)', async () => {
  const calls = Array.from({ length: 2 }, () => () => rotate(0, 'now'));
  const results = await heldBack((tx) => lockSigningKeys(systemContext(tx)), calls);
  expect(results).toEqual(calls.map(() => ({ status: 'fulfilled', value: true })));
  const states = await db().signingKey.groupBy({ by: ['state'], _count: true });
  const counts = Object.fromEntries(states.map(({ state, _count }) => [state, _count]));
  expect(counts).toEqual({ active: 3, next: 3, retired: 6 });
});

test.each(['RS256', 'ES256', 'EdDSA'] as const)(
  'removes a compromised %s key immediately, and audits it (S80)',
  async (alg) => {
    const [first, second] = await kids(alg);
    await rotate(1, 'compromised');
    expect(await kids(alg)).toEqual([second, expect.any(String)]);
    const auditLog = await db().auditEvent.findMany({ where: { targetId: { in: [first ?? '', second ?? ''] } } });
    expect(auditLog.map(({ action, targetId }) => [action, targetId])).toEqual(
      expect.arrayContaining([
        ['signing_key.activated', second],
        ['signing_key.deleted', first],
      ]),
    );
  },
);
