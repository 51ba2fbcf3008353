import { beforeEach, expect, test } from 'vitest';
import { POST } from '#app/api/storage/answers/route.ts';
import { GET } from '#app/api/storage/tasks/route.ts';
import { db } from '#lib/base/db/db.ts';
import { serverContext, subscriberContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createKeyRow, createServerRow, createUserRow } from '#lib/testing/factories.ts';
import { MINUTE, SECOND } from '#lib/base/time.ts';
import { awaitLastRequest } from '#lib/usage/own.ts';
import { recordStorageAnswers } from './answers.ts';
import { StorageAnswersInput } from './schema.ts';
import { getStorageTasks } from './tasks.ts';

beforeEach(async () => {
  await db().storageQuestion.deleteMany();
  await db().storageChecklist.deleteMany();
});

const now = new Date('2026-11-24T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);

const createQuestion = (openUntil = at(MINUTE)) =>
  db().storageQuestion.create({
    data: { kind: 'test', body: { subject: 'x' }, askedAt: now, openUntil, expiresAt: at(10 * MINUTE) },
  });

async function createHost() {
  const { server, token } = await createServerRow(db());
  const authorization = `Basic ${Buffer.from(`${server.name}:${token}`).toString('base64')}`;
  const send = (handler: typeof GET | typeof POST, init: RequestInit = {}) =>
    handler(
      new Request('http://localhost:8080/api/storage', {
        ...init,
        headers: { authorization, 'content-type': 'application/json' },
      }),
      { params: Promise.resolve({}) },
    );
  return { server, send };
}

const tasksAt = async (time: Date) => {
  const { server } = await createServerRow(db());
  return getStorageTasks(serverContext(db(), server.id, { now: time }));
};

test('gives each host the open questions until they close', async () => {
  const { id } = await createQuestion();
  const tasks = { version: 1, collect_seconds: 10, questions: [{ id, kind: 'test', subject: 'x' }] };
  expect(await tasksAt(now)).toEqual(tasks);
  expect(await tasksAt(at(MINUTE - 1))).toEqual(tasks);
  expect(await tasksAt(at(MINUTE))).toEqual({ version: 1, collect_seconds: 60, questions: [] });
});

test('lets hosts collect every ten seconds while a page waits for the first match of an active key', async () => {
  const user = await createUserRow(db());
  const key = await createKeyRow(db(), { accountId: user.id });
  const ask = (ms: number) => awaitLastRequest(subscriberContext(db(), user, { now: at(ms) }), key.id);
  const pace = async (ms: number) => (await tasksAt(at(ms))).collect_seconds;
  expect(await pace(0)).toBe(60);
  await ask(0);
  expect([await pace(0), await pace(44 * SECOND), await pace(45 * SECOND)]).toEqual([10, 10, 60]);
  await ask(30 * SECOND);
  expect(await pace(60 * SECOND)).toBe(10);
  await db().fuzzyKey.update({ where: { id: key.id }, data: { lastUsedAt: now } });
  await ask(2 * MINUTE);
  expect(await pace(2 * MINUTE)).toBe(10);
  await db().fuzzyKey.update({ where: { id: key.id }, data: { firstMatchAt: now } });
  await ask(4 * MINUTE);
  expect(await pace(4 * MINUTE)).toBe(60);
});

test('does not hurry hosts for a suspended, deleted or external key', async () => {
  const user = await createUserRow(db());
  const keys = [
    await createKeyRow(db(), { accountId: user.id, suspendedAt: now }),
    await createKeyRow(db(), { accountId: user.id, deletedAt: now }),
    await createKeyRow(db(), { accountId: user.id }, { publicKey: `${'y'.repeat(51)}y`, privateKey: null }),
  ];
  for (const { id } of keys) await awaitLastRequest(subscriberContext(db(), user, { now }), id);
  expect((await tasksAt(now)).collect_seconds).toBe(60);
});

test('renews the mark of waiting pages at most every ten seconds, also after the clock was set back', async () => {
  const user = await createUserRow(db());
  const key = await createKeyRow(db(), { accountId: user.id });
  const until = async (ms: number) => {
    await awaitLastRequest(subscriberContext(db(), user, { now: at(ms) }), key.id);
    return (await db().storageChecklist.findFirstOrThrow()).openUntil;
  };
  expect(await until(0)).toEqual(at(45 * SECOND));
  expect(await until(9 * SECOND)).toEqual(at(45 * SECOND));
  expect(await until(11 * SECOND)).toEqual(at(56 * SECOND));
  expect(await until(-5 * MINUTE)).toEqual(at(-5 * MINUTE + 45 * SECOND));
});

test('keeps the first answer of each host, and the newest of the later ones', async () => {
  const { id } = await createQuestion();
  const { server } = await createHost();
  const ctx = serverContext(db(), server.id, { now });
  const said = (undecrypted: number) => ({
    ...{ kind: 'connection' as const, version: '4.1.6', run: '1', keys: [], unkeyed: 0 },
    undecrypted,
  });
  const say = (ms: number) => recordStorageAnswers(ctx, { answers: [{ id, observed_at: at(ms), answer: said(ms) }] });
  for (const ms of [2000, 3000, 1000, 2000]) expect(await say(ms)).toEqual({ status: 'ok', taken: 1 });
  expect(await db().storageAnswer.findMany({ where: { questionId: id } })).toEqual([
    { questionId: id, serverId: server.id, first: said(2000), last: said(3000), observedAt: at(3000) },
  ]);
});

test('drops answers to questions that are gone, and takes the rest', async () => {
  const [kept, gone] = [await createQuestion(), await createQuestion()];
  await db().storageQuestion.update({ where: { id: gone.id }, data: { expiresAt: now } });
  const { server } = await createHost();
  const answer = { observed_at: now, answer: { kind: 'unknown' as const } };
  const ids = [kept.id, gone.id, '01932a5c-0000-7000-8000-000000000000'];
  const ctx = serverContext(db(), server.id, { now });
  expect(await recordStorageAnswers(ctx, { answers: ids.map((id) => ({ id, ...answer })) })).toMatchObject({
    taken: 1,
  });
  expect(await db().storageAnswer.count()).toBe(1);
});

test('serves the tasks and accepts answers over HTTP, and refuses invalid answers', async () => {
  const { id } = await db().storageQuestion.create({
    data: {
      kind: 'test',
      body: {},
      askedAt: new Date(),
      openUntil: new Date(Date.now() + MINUTE),
      expiresAt: new Date(Date.now() + MINUTE),
    },
  });
  const { send } = await createHost();
  expect(await (await send(GET)).json()).toMatchObject({ version: 1, questions: [{ id }] });
  const post = (answers: unknown) => send(POST, { method: 'POST', body: JSON.stringify({ answers }) });
  const answer = { id, observed_at: '2026-11-24T12:00:00.000Z', answer: { kind: 'unknown' } };
  expect(await (await post([answer])).json()).toEqual({ status: 'ok', taken: 1 });
  const refused = [[], [{ ...answer, id: 'x' }], Array(51).fill(answer), [{ ...answer, answer: { kind: 'other' } }]];
  const statuses = await Promise.all(refused.map(async (answers) => (await post(answers)).status));
  expect(statuses).toEqual([422, 422, 422, 400]);
  expect((await post([{ ...answer, padding: 'x'.repeat(300_000) }])).status).toBe(413);
});

test('accepts an answer with fields that this portal does not know', () => {
  const answer = {
    id: '01932a5c-0000-7000-8000-000000000000',
    observed_at: now.toISOString(),
    answer: { kind: 'unknown', more: 1 },
  };
  expect(StorageAnswersInput.safeParse({ answers: [{ ...answer, more: 1 }], more: 1 }).success).toBe(true);
});
