import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { rotateSigningKeys, type Urgency } from './rotate-signing-keys.ts';
import { ensureSigningKeys, loadJwks } from './signing-keys.ts';

const DAY = 86_400_000;
const start = new Date('2026-11-21T00:00:00Z');
const after = (days: number) => new Date(start.getTime() + days * DAY);
const rotate = (days: number, urgency?: Urgency) =>
  rotateSigningKeys(systemContext(db(), { now: after(days) }), urgency);
const kids = async () => (await loadJwks(db())).keys.map(({ kid }) => kid);

beforeEach(async () => {
  await db().signingKey.deleteMany();
  await ensureSigningKeys(systemContext(db(), { now: start }));
});

test('S80 a key signs for 90 days, then the one that was published signs, and another one is published', async () => {
  const [first, second] = await kids();
  expect(await rotate(89.9)).toBe(false);
  expect(await kids()).toEqual([first, second]);
  expect(await rotate(90)).toBe(true);
  expect(await kids()).toEqual([second, expect.not.stringMatching(`${first}|${second}`), first]);
  expect(await rotate(90)).toBe(false);
});

test('S80 an old key stays published for 30 days, longer than its last token', async () => {
  const [first] = await kids();
  await rotate(90);
  await rotate(119.9);
  expect(await kids()).toContain(first);
  await rotate(120);
  expect(await kids()).not.toContain(first);
  expect(await kids()).toHaveLength(2);
});

test('S80 a key that nobody can know yet does not sign', async () => {
  await db().signingKey.updateMany({ where: { state: 'next' }, data: { createdAt: after(89) } });
  expect(await rotate(90.9)).toBe(false);
  expect(await rotate(91)).toBe(true);
});

test('S80 at once: three calls change it three times, and there is always one that signs', async () => {
  await Promise.all(Array.from({ length: 3 }, () => rotate(0, 'now')));
  const states = await db().signingKey.groupBy({ by: ['state'], _count: true });
  expect(Object.fromEntries(states.map(({ state, _count }) => [state, _count]))).toEqual({
    active: 1,
    next: 1,
    retired: 3,
  });
});

test('S80 a key in wrong hands is gone at once, and the trail says so', async () => {
  const [first, second] = await kids();
  await rotate(1, 'compromised');
  expect(await kids()).toEqual([second, expect.any(String)]);
  const trail = await db().auditEvent.findMany({ where: { targetId: { in: [first ?? '', second ?? ''] } } });
  expect(trail.map(({ action, targetId }) => [action, targetId])).toEqual(
    expect.arrayContaining([
      ['signing_key.activated', second],
      ['signing_key.deleted', first],
    ]),
  );
});
