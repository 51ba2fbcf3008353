import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { DAY } from '#lib/time.ts';
import { rotateSigningKeys, type Urgency } from './rotate-signing-keys.ts';
import { ensureSigningKeys, loadJwks } from './signing-keys.ts';

const start = new Date('2026-11-21T00:00:00Z');
const after = (days: number) => new Date(start.getTime() + days * DAY);
const rotate = (days: number, urgency?: Urgency) =>
  rotateSigningKeys(systemContext(db(), { now: after(days) }), urgency);
const kids = async () => (await loadJwks(db())).keys.map(({ kid }) => kid);

beforeEach(async () => {
  await db().signingKey.deleteMany();
  await ensureSigningKeys(systemContext(db(), { now: start }));
});

test('signs with a key for 90 days, then with the next one, which is already published, and publishes another (S80)', async () => {
  const [first, second] = await kids();
  expect(await rotate(89.9)).toBe(false);
  expect(await kids()).toEqual([first, second]);
  expect(await rotate(90)).toBe(true);
  expect(await kids()).toEqual([second, expect.not.stringMatching(`${first}|${second}`), first]);
  expect(await rotate(90)).toBe(false);
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

test('rotates three times in three concurrent calls, and leaves one active key (S80)', async () => {
  await Promise.all(Array.from({ length: 3 }, () => rotate(0, 'now')));
  const states = await db().signingKey.groupBy({ by: ['state'], _count: true });
  expect(Object.fromEntries(states.map(({ state, _count }) => [state, _count]))).toEqual({
    active: 1,
    next: 1,
    retired: 3,
  });
});

test('removes a compromised key immediately, and audits it (S80)', async () => {
  const [first, second] = await kids();
  await rotate(1, 'compromised');
  expect(await kids()).toEqual([second, expect.any(String)]);
  const auditLog = await db().auditEvent.findMany({ where: { targetId: { in: [first ?? '', second ?? ''] } } });
  expect(auditLog.map(({ action, targetId }) => [action, targetId])).toEqual(
    expect.arrayContaining([
      ['signing_key.activated', second],
      ['signing_key.deleted', first],
    ]),
  );
});
