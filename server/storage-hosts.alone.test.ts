import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { log } from '#lib/base/log.ts';
import { useTestEnvironment } from '#lib/testing/environment.ts';
import { followStorageHosts } from './storage-hosts.ts';

const answers: (Error | null)[] = [];
vi.mock('#lib/storage/hosts.ts', () => ({
  findEnteredHosts: async () => {
    const answer = answers.shift() ?? null;
    if (answer) throw answer;
    return {};
  },
}));
vi.mock('#lib/base/db/db.ts', () => ({ db: () => null }));

useTestEnvironment();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function warningsAfter(...failures: Error[]): Promise<number> {
  const warn = vi.spyOn(log(), 'warn').mockReturnValue();
  warn.mockClear();
  answers.push(...failures);
  const started = followStorageHosts(() => {});
  await vi.advanceTimersByTimeAsync(40_000);
  await started;
  vi.clearAllTimers();
  return warn.mock.calls.length;
}
const late = () => new Error('timeout exceeded when trying to connect');

test('does not warn when only the reading of a busy first second fails', async () => {
  expect(await warningsAfter(late())).toBe(0);
});

test('warns once when the hosts cannot be read', async () => {
  expect(await warningsAfter(late(), late(), late())).toBe(1);
});
