import { describe, expect, it } from 'vitest';
import { createBatchLoader } from './use-key-usage.ts';

const IDS = Array.from({ length: 12 }, (_, index) => `key${index}`);
const never = new AbortController().signal;

/** A loader whose requests the test resolves manually. */
function createLoader() {
  const calls: { ids: readonly string[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const load = createBatchLoader(
    (ids) =>
      new Promise<string[]>((resolve, reject) => {
        calls.push({ ids, answer: () => resolve(ids.map((id) => `usage of ${id}`)), fail: reject });
      }),
    5,
  );
  return { calls, load };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('createBatchLoader', () => {
  it('loads five ids at a time, and the next five after the response', async () => {
    const { calls, load } = createLoader();
    const results = Promise.all(IDS.map((id) => load(id, never)));
    await settle();
    expect(calls.map(({ ids }) => ids)).toEqual([IDS.slice(0, 5)]);
    calls[0]?.answer();
    await settle();
    calls[1]?.answer();
    await settle();
    expect(calls.map(({ ids }) => ids)).toEqual([IDS.slice(0, 5), IDS.slice(5, 10), IDS.slice(10)]);
    calls[2]?.answer();
    expect(await results).toEqual(IDS.map((id) => `usage of ${id}`));
  });

  it('does not load aborted ids', async () => {
    const { calls, load } = createLoader();
    const given = new AbortController();
    for (const id of IDS.slice(0, 5)) void load(id, never);
    const others = IDS.slice(5, 8).map((id) => load(id, given.signal).catch((error: unknown) => error));
    void load('wanted', never);
    await settle();
    given.abort();
    calls[0]?.answer();
    await settle();
    expect(calls[1]?.ids).toEqual(['wanted']);
    expect(await Promise.all(others)).toMatchObject(others.map(() => ({ name: 'AbortError' })));
  });

  it('rejects only the ids of a failed batch, and continues with the next batches', async () => {
    const { calls, load } = createLoader();
    const results = Promise.allSettled(IDS.slice(0, 6).map((id) => load(id, never)));
    await settle();
    calls[0]?.fail(new Error('away'));
    await settle();
    calls[1]?.answer();
    expect((await results).map(({ status }) => status)).toEqual([...Array<string>(5).fill('rejected'), 'fulfilled']);
    const later = load('later', never);
    await settle();
    calls[2]?.answer();
    expect(await later).toBe('usage of later');
  });
});
