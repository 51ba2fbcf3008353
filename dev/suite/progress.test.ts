import { expect, test, vi } from 'vitest';
import { createProgress, inWords, secondsLeft } from './progress.ts';

const PAST = { Lint: { from: 0, to: 60 }, Types: { from: 0, to: 20 }, 'Unit tests': { from: 60, to: 260 } };

test.each([
  ['at the start', [['Lint', 0]], 0, 260],
  ['in the middle', [['Unit tests', 50]], 100, 150],
  ['when a step takes longer than last time', [['Lint', 0]], 90, 200],
  [
    'while a short step runs beside a long one',
    [
      ['Types', 0],
      ['Lint', 0],
    ],
    30,
    240,
  ],
  [
    'for a new step beside a known one',
    [
      ['New', 0],
      ['Lint', 0],
    ],
    10,
    250,
  ],
] as const)('estimates the time left %s', (_, running, now, left) => {
  expect(secondsLeft(PAST, new Map(running), now)).toBe(left);
});

test('estimates nothing without a last run', () => {
  expect(secondsLeft({}, new Map([['Lint', 0]]), 5)).toBeNull();
});

test.each([
  [4.6, '5 s'],
  [59.4, '59 s'],
  [59.6, '1 min 00 s'],
  [125, '2 min 05 s'],
])('writes %d seconds as "%s"', (seconds, text) => expect(inWords(seconds)).toBe(text));

test('prints the running steps and the time left, and the outcome of each step at its end', async () => {
  vi.useFakeTimers();
  try {
    const said: string[] = [];
    const progress = createProgress(PAST, (text) => said.push(text));
    const gate = Promise.withResolvers<{ code: number }>();
    const step = progress.step('Lint', () => gate.promise);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(said).toEqual(['  … Lint 15 s of 1 min 00 s; about 4 min 05 s left']);
    gate.resolve({ code: 1 });
    await step;
    expect(said.at(-1)).toBe('✗ Lint (15 s)');
    expect(progress.spans).toEqual({ Lint: { from: 0, to: 15 } });
    progress.stop();
  } finally {
    vi.useRealTimers();
  }
});
