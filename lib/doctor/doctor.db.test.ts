import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { keyState } from '#lib/fuzzy-keys/policy.ts';
import { recordStorageAnswers } from '#lib/storage/tasks/answers.ts';
import { getStorageTasks } from '#lib/storage/tasks/tasks.ts';
import { ConnectionAnswer } from '#lib/storage/tasks/schema.ts';
import { adminContext, serverContext, subscriberContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createKeyRow, createServerRow, createSubscriptionRow, createUserRow } from '#lib/testing/factories.ts';
import { HOUR, MINUTE, SECOND } from '#lib/base/time.ts';
import { checkAnyConnection, checkConnection } from './ask.ts';
import { getAdminDoctor, getDoctor } from './check.ts';
import { CheckConnectionInput } from './schema.ts';

const now = new Date('2026-11-24T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const [OWN, USED, FOREIGN, UNKNOWN] = ['192.0.2.1', '198.51.100.7', '203.0.113.9', '203.0.113.10'] as const;

beforeEach(async () => {
  await db().storageQuestion.deleteMany();
  await db().storageServer.updateMany({ data: { removedAt: now } });
});

async function createCustomer() {
  const user = await createUserRow(db());
  const key = await createKeyRow(db(), { accountId: user.id });
  const as = (time = now) => subscriberContext(db(), user, { now: time, ip: OWN });
  const check = async (time?: Date) => (await getDoctor(as(time))).check;
  return { user, key, as, check };
}

/** Creates a host that counted requests with the keys `used` from their addresses, and `failures` by address. */
async function createHost(used: Record<string, string[]>, failures: Record<string, number> = {}) {
  const { server } = await createServerRow(db(), { lastSeenAt: now, host: `${crypto.randomUUID()}.example.com` });
  const answer = async (time: Date, counts = { checked: 1, hits: 0, errors: 0 }) => {
    const ctx = serverContext(db(), server.id, { now: time });
    const { questions } = await getStorageTasks(ctx);
    const answers = questions.map((question) => {
      const { address, key_ids, scope } = question as unknown as {
        address: string;
        key_ids: string[] | null;
        scope: string;
      };
      const uses = (id: string) => used[id]?.includes(address) ?? false;
      const ids = key_ids ?? Object.keys(used).filter(uses);
      const maySay = scope !== 'key' || ids.some(uses);
      return {
        id: question.id,
        observed_at: time,
        answer: ConnectionAnswer.parse({
          kind: 'connection',
          version: '4.1.6',
          run: '1',
          keys: ids.map((id) => ({ key_id: id, is_known: true, from_address: uses(id) ? counts : null, flags: {} })),
          undecrypted: maySay ? (failures[address] ?? 0) : null,
          unkeyed: maySay ? 0 : null,
        }),
      };
    });
    return recordStorageAnswers(ctx, { answers });
  };
  return { server, answer };
}

test("asks hosts about the caller's own address, with all of the caller's keys", async () => {
  const { user, key, as, check } = await createCustomer();
  const replaced = await createKeyRow(db(), { accountId: user.id, replacedById: key.id, worksUntil: now });
  const { server } = await createHost({});
  await checkConnection(as(), { address: OWN });
  const { questions } = await getStorageTasks(serverContext(db(), server.id, { now }));
  expect(questions).toEqual([
    {
      id: expect.any(String) as string,
      kind: 'connection',
      address: OWN,
      key_ids: [replaced.keyId, key.keyId],
      scope: 'own',
    },
  ]);
  expect(await check()).toMatchObject({ address: OWN, is_open: true, verdict: null, hosts: [{ state: 'waiting' }] });
});

test('gives a verdict as soon as a host has seen a request, and keeps it after the minute', async () => {
  const { key, as, check } = await createCustomer();
  const [used, idle] = [await createHost({ [key.keyId]: [OWN] }), await createHost({})];
  await checkConnection(as(), { address: OWN });
  await used.answer(at(SECOND));
  await idle.answer(at(SECOND));
  expect((await check(at(2 * SECOND)))?.verdict).toBeNull();
  await used.answer(at(11 * SECOND), { checked: 3, hits: 1, errors: 0 });
  const seen = await check(at(12 * SECOND));
  expect(seen).toMatchObject({ is_open: true, verdict: { state: 'works' } });
  expect(seen?.hosts.map(({ state, checked, hits }) => [state, checked, hits]).toSorted()).toEqual([
    ['nothing', 0, 0],
    ['works', 2, 1],
  ]);
  expect(await check(at(MINUTE))).toMatchObject({ is_open: false, verdict: { state: 'works' } });
});

test("answers about another person's address exactly as about an unknown one", async () => {
  const { key, as, check } = await createCustomer();
  const other = await createCustomer();
  const failures = { [FOREIGN]: 5, [OWN]: 5 };
  const host = await createHost({ [key.keyId]: [USED], [other.key.keyId]: [FOREIGN] }, failures);
  const askedAbout = async (address: string) => {
    await checkConnection(as(), { address });
    await host.answer(at(SECOND));
    const open = await check(at(2 * SECOND));
    return [open, await check(at(MINUTE))].map((view) => ({ ...view, address: '' }));
  };
  const [open, closed] = await askedAbout(UNKNOWN);
  expect(open?.verdict).toBeNull();
  expect(closed).toMatchObject({
    verdict: { state: 'unknown', failed_before: false },
    hosts: [{ state: 'unknown', undecrypted: null }],
  });
  expect(await askedAbout(FOREIGN)).toEqual([open, closed]);
  expect((await askedAbout(USED))[1]).toMatchObject({
    verdict: { state: 'idle', failed_before: false },
    hosts: [{ undecrypted: 0 }],
  });
  expect((await askedAbout(OWN))[1]).toMatchObject({ verdict: { state: 'nothing', failed_before: true } });
});

test('hides what a host says about an address that used none of the keys', async () => {
  const { as, check } = await createCustomer();
  const { server } = await createServerRow(db(), { lastSeenAt: now });
  await checkConnection(as(), { address: FOREIGN });
  const [question] = await db().storageQuestion.findMany();
  await recordStorageAnswers(serverContext(db(), server.id, { now }), {
    answers: [
      {
        id: question?.id ?? '',
        observed_at: now,
        answer: { kind: 'connection', version: '4.1.6', run: '1', keys: [], undecrypted: 9, unkeyed: 9 },
      },
    ],
  });
  expect(await check(at(MINUTE))).toMatchObject({
    verdict: { state: 'unknown' },
    hosts: [{ state: 'unknown', undecrypted: null }],
  });
});

test("recognises the caller's own address in any spelling, and refuses what is no address", async () => {
  const { user } = await createCustomer();
  const asked = async (address: string, ip: string) => {
    await checkConnection(subscriberContext(db(), user, { now, ip }), CheckConnectionInput.parse({ address }));
    return (await getDoctor(subscriberContext(db(), user, { now, ip }))).check?.scope;
  };
  expect(await asked('2001:DB8:0::0001', '2001:db8::1')).toBe('own');
  expect(await asked('::ffff:192.0.2.1', '192.0.2.1')).toBe('own');
  expect(await asked('2001:db8::2', '2001:db8::1')).toBe('own'); // hosts change the second half every day
  expect(await asked('2001:db8:0:1::1', '2001:db8::1')).toBe('key');
  for (const wrong of ['', 'mx.example.com', '192.0.2.0/24', '192.0.2.1:25', '300.1.1.1'])
    expect(CheckConnectionInput.safeParse({ address: wrong }).success).toBe(false);
});

test('refuses the eleventh check of an account in an hour', async () => {
  const [one, two] = [await createCustomer(), await createCustomer()];
  for (let count = 0; count < 10; count++) await checkConnection(one.as(), { address: OWN });
  await expect(checkConnection(one.as(), { address: OWN })).rejects.toMatchObject({ code: 'rate_limited' });
  await checkConnection(two.as(), { address: OWN });
  expect(await db().storageQuestion.count()).toBe(2);
});

test('refuses to ask without a key', async () => {
  const user = await createUserRow(db());
  const ctx = subscriberContext(db(), user, { now });
  await expect(checkConnection(ctx, { address: OWN })).rejects.toMatchObject({ code: 'not_found' });
  expect(await getDoctor(ctx)).toMatchObject({ has_key: false, check: null });
});

test('says which hosts did not answer', async () => {
  const { as, check } = await createCustomer();
  await createServerRow(db(), { name: 'a-late', lastSeenAt: now });
  await createServerRow(db(), { name: 'b-silent', lastSeenAt: at(-HOUR) });
  const { server } = await createServerRow(db(), { name: 'c-old', lastSeenAt: now });
  await checkConnection(as(), { address: OWN });
  const [question] = await db().storageQuestion.findMany();
  await recordStorageAnswers(serverContext(db(), server.id, { now }), {
    answers: [{ id: question?.id ?? '', observed_at: now, answer: { kind: 'unknown' } }],
  });
  const states = async (ms: number) => (await check(at(ms)))?.hosts.map(({ state }) => state);
  expect(await states(0)).toEqual(['waiting', 'silent', 'old_agent']);
  expect(await states(MINUTE)).toEqual(['late', 'silent', 'old_agent']);
  expect((await check(at(MINUTE)))?.verdict).toBeNull();
});

test.each(['billing', 'admin', 'blocked', 'limit'] as const)('says why a key is suspended: %s', async (why) => {
  const { user, key, as, check } = await createCustomer();
  if (why === 'billing') {
    const { id } = await createSubscriptionRow(db(), { accountId: user.id, status: 'unpaid' });
    await db().fuzzyKey.update({ where: { id: key.id }, data: { subscriptionId: id } });
  }
  if (why === 'billing' || why === 'admin')
    await db().fuzzyKey.update({ where: { id: key.id }, data: { suspendedAt: now } });
  if (why === 'blocked') await db().account.update({ where: { id: user.id }, data: { blockedAt: now } });
  if (why === 'limit') await db().account.update({ where: { id: user.id }, data: { dailyLimit: 0 } });
  await checkConnection(as(), { address: OWN });
  expect(await check()).toMatchObject({ verdict: { state: 'suspended', why } });
});

test('no longer shows a check after an hour, when its question expires', async () => {
  const { as, check } = await createCustomer();
  await checkConnection(as(), { address: OWN });
  expect(await check(at(HOUR - 1))).not.toBeNull();
  expect(await check(at(HOUR))).toBeNull();
  expect(await db().storageQuestion.findFirstOrThrow()).toMatchObject({ expiresAt: at(HOUR) });
});

test('refuses to ask while 50 questions are open', async () => {
  const { as } = await createCustomer();
  const open = { kind: 'test', body: {}, askedAt: now, openUntil: at(MINUTE), expiresAt: at(HOUR) };
  await db().storageQuestion.createMany({ data: Array(50).fill(open) });
  await expect(checkConnection(as(), { address: OWN })).rejects.toMatchObject({ code: 'unavailable' });
  await db().storageQuestion.updateMany({ data: { openUntil: now } });
  await checkConnection(as(), { address: OWN });
});

test('tells an admin about any address, names the keys that used it, and records it in the audit log', async () => {
  const { key } = await createCustomer();
  const admin = await createUserRow(db(), { isAdmin: true });
  const ctx = adminContext(db(), admin, { now });
  const host = await createHost({ [key.keyId]: [FOREIGN] }, { [FOREIGN]: 2 });
  await checkAnyConnection(ctx, { address: FOREIGN, key: '' });
  await host.answer(at(SECOND));
  const { check } = await getAdminDoctor({ ...ctx, now: at(MINUTE) });
  expect(check).toMatchObject({
    verdict: { state: 'idle' },
    keys: [{ key_id: key.keyId, description: key.description, state: keyState({ ...key, account: null }, now) }],
  });
  const audit = (targetId: string | null) =>
    db().auditEvent.findMany({ where: { action: 'fuzzy_key.connection_checked', targetId } });
  expect(await audit(null)).toMatchObject([{ actorId: admin.id, data: { address: FOREIGN } }]);
  await checkAnyConnection(ctx, { address: OWN, key: key.publicKey.slice(0, 12) });
  expect(await audit(String(key.id))).toMatchObject([{ data: { address: OWN } }]);
  expect((await getDoctor(ctx)).check).toBeNull();
  for (const wrong of ['y', key.publicKey.slice(0, 11), 'x'.repeat(13)])
    await expect(checkAnyConnection(ctx, { address: OWN, key: wrong })).rejects.toMatchObject({ code: 'invalid' });
});
