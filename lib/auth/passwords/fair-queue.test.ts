import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { inPlace } from '#lib/http/request-place.ts';
import { createFairQueue } from './fair-queue.ts';

/**
 * A queue whose tasks end when `finish` is called, in the order in which they started; `done` lists them in that order.
 */
function queueOf(places: { atOnce: number; waiting: number }) {
  const queue = createFairQueue(places);
  const begun: (() => void)[] = [];
  const [done, refused]: [string[], string[]] = [[], []];
  return {
    done,
    refused,
    ask: (name: string) => {
      const work = () => new Promise<void>((resolve) => begun.push(resolve));
      const [caller = ''] = name;
      void queue.run(caller, work).then(
        () => done.push(name),
        () => refused.push(name),
      );
    },
    finish: async () => {
      for (let end = begun.shift(); end; end = begun.shift()) {
        end();
        await turn();
      }
    },
  };
}

test('lets callers take turns, so that a quiet caller does not wait for all tasks of a busy one', async () => {
  const { ask, finish, done } = queueOf({ atOnce: 1, waiting: 10 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) ask(name);
  await finish();
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('drops the newest task of the caller with the most tasks waiting, for a caller with fewer', async () => {
  const { ask, finish, done, refused } = queueOf({ atOnce: 1, waiting: 4 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2']) ask(name);
  await finish();
  expect(refused).toEqual(['a5', 'a4']);
  expect(done).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

test('refuses a task when the queue is full, unless another caller has at least two more tasks waiting', async () => {
  const { ask, finish, done, refused } = queueOf({ atOnce: 1, waiting: 2 });
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2', 'c1']) ask(name);
  await finish();
  expect(refused).toEqual(['a3', 'b2', 'c1']);
  expect(done).toEqual(['a1', 'a2', 'b1']);
});

test('rejects with the error of a failed task and makes room', async () => {
  const queue = createFairQueue({ atOnce: 1, waiting: 1 });
  const failure = new Error('meant');
  await expect(queue.run('a', () => Promise.reject(failure))).rejects.toBe(failure);
  await expect(queue.run('a', () => Promise.resolve(1))).resolves.toBe(1);
});

test('releases the place of a request that joins the queue (P11)', async () => {
  const leave = vi.fn();
  const queue = createFairQueue({ atOnce: 1, waiting: 1 });
  await inPlace({ leave }, () => queue.run('a', () => Promise.resolve()));
  expect(leave).toHaveBeenCalledOnce();
});
