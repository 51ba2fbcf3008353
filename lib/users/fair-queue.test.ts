import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { inPlace } from '#lib/http/admission.ts';
import { createFairQueue } from './fair-queue.ts';

/** A queue whose works end when `finish` is called, the one begun first before the others; `done` says in which order they ended. */
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

test('callers take turns: one who sends much waits behind one who sends little', async () => {
  const { ask, finish, done } = queueOf({ atOnce: 1, waiting: 10 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) ask(name);
  await finish();
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('the caller with the most waiting loses the newest of them to one who has fewer', async () => {
  const { ask, finish, done, refused } = queueOf({ atOnce: 1, waiting: 4 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2']) ask(name);
  await finish();
  expect(refused).toEqual(['a5', 'a4']);
  expect(done).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

test('who has as many waiting as anybody is refused when all places are taken', async () => {
  const { ask, finish, done, refused } = queueOf({ atOnce: 1, waiting: 2 });
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2', 'c1']) ask(name);
  await finish();
  expect(refused).toEqual(['a3', 'b2', 'c1']);
  expect(done).toEqual(['a1', 'a2', 'b1']);
});

test('a work that fails says so to its caller and makes room', async () => {
  const queue = createFairQueue({ atOnce: 1, waiting: 1 });
  const failure = new Error('meant');
  await expect(queue.run('a', () => Promise.reject(failure))).rejects.toBe(failure);
  await expect(queue.run('a', () => Promise.resolve(1))).resolves.toBe(1);
});

test('whoever joins the queue gives the place of its request back (P11)', async () => {
  const leave = vi.fn();
  const queue = createFairQueue({ atOnce: 1, waiting: 1 });
  await inPlace({ leave }, () => queue.run('a', () => Promise.resolve()));
  expect(leave).toHaveBeenCalledOnce();
});
