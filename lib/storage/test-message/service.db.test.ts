import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { MINUTE } from '#lib/base/time.ts';
import { listStorageServers } from '#lib/storage/queries.ts';
import { adminContext, serverContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createServerRow } from '#lib/testing/factories.ts';
import { TestMessageState } from './schema.ts';
import { getTestMessages, reportTestMessage } from './service.ts';
import { TEST_MESSAGE_VERSION, testMessage } from './text.ts';

const now = new Date('2026-11-24T06:00:00Z');
const FOUND = { version: TEST_MESSAGE_VERSION, found: true, error: null };

async function setUp(db: Db) {
  const { server } = await createServerRow(db);
  const at = (minutes: number) => serverContext(db, server.id, { now: new Date(now.getTime() + minutes * MINUTE) });
  const shown = async () =>
    (await listStorageServers(adminContext(db))).servers.find(({ id }) => id === server.id)?.test_message;
  return { server, at, shown };
}

test.each<[string[], number[]]>([
  [[], [8, 1]],
  [['premium'], [8]],
  [['bulk'], [1]],
  [
    ['bulk', 'premium'],
    [8, 1],
  ],
])('gives a host with the lists %j the messages with the flags %j', (lists, flags) =>
  inRollback(async (db) => {
    const { server, at } = await setUp(db);
    await db.storageServer.update({ where: { id: server.id }, data: { lists } });
    const { version, messages } = await getTestMessages(at(0));
    expect(version).toBe(TEST_MESSAGE_VERSION);
    expect(messages.map(({ flag }) => flag)).toEqual(flags);
    for (const { flag, message } of messages) expect(message).toBe(testMessage(flag === 8 ? 'premium' : 'bulk'));
  }),
);

test('shows admins what a host said last, and when its storage last knew the messages', () =>
  inRollback(async (db) => {
    const { at, shown } = await setUp(db);
    expect(await shown()).toBeNull();
    await reportTestMessage(at(0), { ...FOUND, found: false });
    const state = { reported_at: '2026-11-24T06:00:00.000Z', is_current: true, found_at: null, error: null };
    expect(await shown()).toEqual(state);
    await reportTestMessage(at(1), FOUND);
    const known = { ...state, reported_at: '2026-11-24T06:01:00.000Z', found_at: '2026-11-24T06:01:00.000Z' };
    expect(await shown()).toEqual(known);
    await reportTestMessage(at(11), { ...FOUND, found: false, error: 'flag 8: lost' });
    expect(await shown()).toEqual({ ...known, reported_at: '2026-11-24T06:11:00.000Z', error: 'flag 8: lost' });
  }));

test('clears the time of the last match when the version changes, and shows whether the version is current', () =>
  inRollback(async (db) => {
    const { at, shown } = await setUp(db);
    await reportTestMessage(at(0), { ...FOUND, version: TEST_MESSAGE_VERSION + 1 });
    expect(await shown()).toMatchObject({ is_current: false, found_at: '2026-11-24T06:00:00.000Z' });
    await reportTestMessage(at(1), { ...FOUND, found: false });
    expect(await shown()).toMatchObject({ is_current: true, found_at: null });
  }));

test('changes no other server', () =>
  inRollback(async (db) => {
    const [one, other] = [await setUp(db), await setUp(db)];
    await reportTestMessage(one.at(0), FOUND);
    expect(await other.shown()).toBeNull();
  }));

test.each([
  { ...FOUND, version: 0 },
  { ...FOUND, error: 'x'.repeat(1001) },
  { version: 1, found: true },
])('refuses the report %j', (input) => expect(TestMessageState.safeParse(input).success).toBe(false));
