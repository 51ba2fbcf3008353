import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readStatistics } from './src/usage/statistics.ts';

const samples = path.join(import.meta.dirname, 'samples');
const sample = (name: string) => readFileSync(path.join(samples, name), 'utf8');
const RSPAMD_3 = { '8ywinfgfqgb7b': [4, 4, 0], kp764mjri41eb: [1, 1, 0], q9dnoqbh6ztzp: [1, 1, 0] };
const RSPAMD_4 = {
  kp764mjri41eb: [0, 0, 0],
  ptfjggt3nt96c: [6, 6, 0],
  q9dnoqbh6ztzp: [4, 4, 2],
  '8ywinfgfqgb7b': [2, 1, 1],
};
const idle = { kp764mjri41eb: [0, 0, 0], ptfjggt3nt96c: [0, 0, 0], q9dnoqbh6ztzp: [0, 0, 0] };

test.each([
  ['fuzzystat-3.4-raw-TESTKEYS-ONLY.json', { 4258: RSPAMD_3 }],
  ['fuzzystat-3.4-sanitised.json', { 4258: RSPAMD_3 }],
  ['fuzzystat-4.1.6-raw-TESTKEYS-ONLY.json', { 27260: RSPAMD_4 }],
  ['fuzzystat-4.1.6-sanitised.json', { 27260: RSPAMD_4 }],
  [
    'fuzzystat-4.1.6-two-workers-sanitised.json',
    { 3402: { ...idle, '8ywinfgfqgb7b': [6, 6, 0] }, 3403: { ...idle, '8ywinfgfqgb7b': [4, 4, 0] } },
  ],
])('reads every worker and key of %s, and nothing else', (name, expected) => {
  const { workers, silent } = readStatistics(sample(name));
  expect(Object.fromEntries(workers.map(({ pid, keys }) => [pid, keys]))).toEqual(expected);
  expect(silent).toEqual([]);
  for (const worker of workers)
    expect(Object.keys(worker).sort()).toEqual(['addresses', 'flags', 'generation', 'keys', 'pid']);
  expect(workers.map(({ addresses }) => addresses)).toEqual(workers.map(() => ({})));
});

test('reads which flags matched if Rspamd counts by flag, and no flags otherwise', () => {
  const flagsOf = (name: string) => readStatistics(sample(name)).workers[0]?.flags;
  expect(flagsOf('fuzzystat-3.4-raw-TESTKEYS-ONLY.json')).toEqual({});
  expect(flagsOf('fuzzystat-4.1.6-raw-TESTKEYS-ONLY.json')).toEqual({
    ptfjggt3nt96c: [8],
    q9dnoqbh6ztzp: [8],
    '8ywinfgfqgb7b': [8],
  });
});

test('covers every fuzzystat sample', () => {
  expect(readdirSync(samples).filter((name) => name.startsWith('fuzzystat'))).toHaveLength(5);
});

type Listed = { keypair?: { extensions?: object }; checked: unknown };
type Raw = { workers: Record<string, { type: string; data?: { keys: Record<string, Listed> } }> };
const raw = (change: (worker: NonNullable<Raw['workers'][string]>) => void): string => {
  const text = JSON.parse(sample('fuzzystat-4.1.6-raw-TESTKEYS-ONLY.json')) as Raw;
  for (const worker of Object.values(text.workers)) change(worker);
  return JSON.stringify(text);
};
const generation = (text: string) => readStatistics(text).workers[0]?.generation;
const before = generation(raw(() => undefined));

test.each<[string, (keys: Record<string, Listed>) => void, boolean]>([
  [
    'keeps the generation when a counter grows',
    (keys) => void (keys.kp764mjri41eb = { ...keys.kp764mjri41eb, checked: 99 }),
    false,
  ],
  ['changes the generation when a key is added', (keys) => void (keys.mh9priontghkm = { checked: 0 }), true],
  ['changes the generation when a key is removed', (keys) => delete keys.kp764mjri41eb, true],
  [
    'changes the generation when the settings of a key change',
    (keys) => Object.assign(keys.ptfjggt3nt96c?.keypair?.extensions ?? {}, { allowed_ops: [] }),
    true,
  ],
])('%s', (_name, change, isOther) => {
  const after = generation(raw(({ data }) => change(data?.keys ?? {})));
  if (isOther) expect(after).not.toBe(before);
  else expect(after).toBe(before);
});

test.each<[string, (worker: NonNullable<Raw['workers'][string]>) => void]>([
  ['without data (it was too slow)', (worker) => delete worker.data],
  ['with a negative counter', ({ data }) => void Object.assign(data?.keys.kp764mjri41eb ?? {}, { checked: -1 })],
  ['with a fractional counter', ({ data }) => void Object.assign(data?.keys.kp764mjri41eb ?? {}, { matched: 1.5 })],
])('treats a worker %s as silent', (_name, change) => {
  expect(readStatistics(raw(change))).toEqual({ workers: [], silent: ['27260'] });
});

test('leaves out workers of other types, and keys without a key id', () => {
  expect(readStatistics(raw((worker) => void (worker.type = 'normal'))).workers).toEqual([]);
  const named = readStatistics(raw(({ data }) => data && (data.keys = { default: { checked: 1 } })));
  expect(named.workers[0]?.keys).toEqual({});
});

test.each([
  '',
  '{',
  '[]',
  'null',
  '{"workers":[]}',
  '{"error":"e3p7pqzeop96e3sr8d834ezkd9xtwynrgtsnsc7jn1d1cf4yq9hy"}',
])('refuses %j without quoting it', (text) => {
  expect(() => readStatistics(text)).toThrow(/^the answer of fuzzystat (is not JSON|lists no workers)$/);
});
