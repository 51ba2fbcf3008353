import { expect, test } from 'vitest';
import { outageMs, pausesOf, wrongResponses, type Response, type Web } from './journal.ts';

const write = (web: Web, to: number, status = 200, from = to - 50): Response => ({
  ...{ web, what: '/api/storage/usage', from, to, status, isWrite: true },
});
const steady = (web: Web, from: number, to: number) =>
  Array.from({ length: (to - from) / 100 + 1 }, (_, n) => write(web, from + n * 100));
const during = { from: 10_000, to: 30_000 };

test('measures an outage from the start of the last acknowledged write before it to the end of the first one after it', () => {
  const responses = [...steady(0, 9000, 11_000), ...steady(0, 14_000, 30_000), ...steady(1, 9000, 30_000)];
  expect(outageMs(responses, during)).toBe(3050);
});

test('takes a slow write that was acknowledged last for no sign of an outage', () => {
  const responses = [...steady(0, 9000, 30_000), ...steady(1, 9000, 30_000), write(0, 15_010, 200, 12_000)];
  expect(outageMs(responses, during)).toBe(150);
});

test('takes the longer one of the outages of two web processes', () => {
  const both = [...steady(0, 9000, 11_000), ...steady(0, 14_000, 30_000)];
  const worse = [...steady(1, 9000, 12_000), ...steady(1, 20_000, 30_000)];
  expect(outageMs([...both, ...worse], during)).toBe(8050);
});

test('counts an outage that has not ended, and the outage of a process that acknowledged nothing', () => {
  expect(outageMs([...steady(0, 9000, 12_000), ...steady(1, 9000, 30_000)], during)).toBe(18_050);
  expect(outageMs(steady(0, 9000, 30_000), during)).toBe(20_000);
});

test('counts only writes that were acknowledged', () => {
  const reads = steady(0, 11_000, 19_000).map((response) => ({ ...response, isWrite: false }));
  const refused = steady(0, 11_000, 19_000).map((response) => ({ ...response, status: 503 }));
  const responses = [...steady(0, 9000, 11_000), ...reads, ...refused, ...steady(0, 20_000, 30_000)];
  expect(Math.max(...pausesOf(responses, 0, during).map(({ from, to }) => to - from))).toBe(9050);
});

test.each([
  [500, 15_000, 1],
  [0, 15_000, 1],
  [401, 15_000, 1],
  [503, 15_000, 0],
  [503, 25_000, 1],
  [503, 11_960, 0],
  [503, 11_940, 1],
  [200, 15_000, 0],
  [303, 25_000, 0],
])('judges a response %i at %i ms, in an outage from 12 to 20 s: %i wrong', (status, at, count) => {
  const responses = [0, 1].flatMap((web) => [
    ...steady(web as Web, 9000, 12_000),
    ...steady(web as Web, 20_000, 30_000),
  ]);
  expect(wrongResponses([...responses, { ...write(0, at, status), isWrite: false }], during)).toHaveLength(count);
});
