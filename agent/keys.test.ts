import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createKeyPair, rspamdId } from '#lib/fuzzy-keys/key-pair.ts';
import { keyMapEntry, serializeKeyMap } from '#lib/storage/key-map.ts';
import { RSPAMD_PAIRS } from '#lib/testing/rspamd-pairs.ts';
import { encodeBase32, parseVersion, readKeyMap, renderKeys } from './agent.mjs';

const sample = readFileSync(path.join(import.meta.dirname, 'samples/keymap.json'), 'utf8');
const entries = readKeyMap(sample);
const names = (text: string) =>
  (JSON.parse(text) as { extensions: { name: string } }[]).map(({ extensions }) => extensions.name);

test('the sample of the key map is accepted entry by entry, with all that it carries along', () => {
  expect(entries).toEqual(JSON.parse(sample));
  expect(names(sample)).toEqual(['Acme GmbH', 'Slow Ltd', 'Suspended Inc', 'writer']);
});

test("the portal's own map is accepted, and goes on byte for byte", () => {
  const key = { quantity: 1, rate: null, forbiddenFlags: [8], suspendedAt: null, deletedAt: null, worksUntil: null };
  const rest = { ...key, description: 'ü "quoted"\\', rank: { rate: 2.4, forbiddenFlags: [] }, user: null };
  const text = serializeKeyMap(RSPAMD_PAIRS.map((pair) => keyMapEntry({ ...pair, ...rest }, new Date())));
  expect(renderKeys('map', [4, 1, 6], readKeyMap(text), text)).toBe(text);
});

test("Rspamd's own pairs, and a hundred new ones", () => {
  const kind = { type: 'kex', algorithm: 'curve25519', encoding: 'base32' };
  const pairs = [...RSPAMD_PAIRS, ...Array.from({ length: 100 }, createKeyPair)];
  const map = pairs.map(({ publicKey, privateKey }) => ({
    ...{ pubkey: publicKey, privkey: privateKey, id: rspamdId(publicKey) },
    ...kind,
  }));
  expect(readKeyMap(JSON.stringify(map))).toHaveLength(105);
});

test('base32 packs least significant bits first', () => {
  for (const [hex, text] of [
    ['01', 'by'],
    ['1f', '9y'],
    ['80', 'yr'],
    ['ff', '98'],
    ['0001', 'yeyy'],
  ] as const)
    expect(encodeBase32(Buffer.from(hex, 'hex'))).toBe(text);
});

const [first, second] = [entries[0], entries[1]];
if (!first || !second) throw new Error('the sample has entries');
test.each<[string, unknown, string]>([
  ['no list', {}, 'the key map is not a list'],
  [
    'a pair of two keys',
    [{ ...first, privkey: second.privkey }],
    'key 8ywinfgfqgb7b, has two halves that do not belong',
  ],
  ["another key's id", [{ ...first, id: second.id }], 'key 8ywinfgfqgb7b, has the id of another key'],
  ['one key twice', [first, second, first], 'key 8ywinfgfqgb7b stands in the key map twice'],
  ['no private half', [{ ...first, privkey: undefined }], 'entry 1 of the key map has no whole pair'],
  [
    'half a private half',
    [first, { ...second, privkey: second.privkey.slice(1) }],
    'entry 2 of the key map has no whole pair',
  ],
  ['a text for an entry', ['x'], 'entry 1 of the key map is not an object'],
  ['another type', [{ ...first, type: 'sign' }], 'is of another kind'],
  ['another curve', [{ ...first, algorithm: 'nistp256' }], 'is of another kind'],
  ['another encoding', [{ ...first, encoding: 'hex' }], 'is of another kind'],
  ['extensions of another kind', [{ ...first, extensions: [] }], 'has extensions'],
  ['a rate without a burst', [{ ...first, extensions: { ratelimit: { rate: 1 } } }], 'has extensions'],
  ['a rate that is a text', [{ ...first, extensions: { ratelimit: { rate: '1; }', burst: 1 } } }], 'has extensions'],
  ['flags that are texts', [{ ...first, extensions: { forbidden_ids: ['8]; x'] } }], 'has extensions'],
  ['a flag beyond 32 bits', [{ ...first, extensions: { forbidden_ids: [8, 1e21] } }], 'has extensions'],
  ['a flag below zero', [{ ...first, extensions: { forbidden_ids: [-1] } }], 'has extensions'],
  ['a flag and a half', [{ ...first, extensions: { forbidden_ids: [1.5] } }], 'has extensions'],
  ['flags for ever', [{ ...first, extensions: { forbidden_ids: Array(1000).fill(1) } }], 'has extensions'],
  ['a rate without bounds', [{ ...first, extensions: { ratelimit: { rate: 1e300, burst: 1 } } }], 'has extensions'],
  ['a burst without bounds', [{ ...first, extensions: { ratelimit: { rate: 1, burst: 1e21 } } }], 'has extensions'],
  [
    'a rate that would be written as 0',
    [{ ...first, extensions: { ratelimit: { rate: 1e-13, burst: 1 } } }],
    'has ext',
  ],
  ['operations that are no words', [{ ...first, extensions: { allowed_ops: ['"; }'] } }], 'has extensions'],
])('a map with %s is refused as a whole, without a private half in the words', (_name, map, words) => {
  let said = '';
  try {
    readKeyMap(JSON.stringify(map));
  } catch (error) {
    said = (error as Error).message;
  }
  expect(said).toContain(words);
  for (const { privateKey } of RSPAMD_PAIRS) expect(said).not.toContain(privateKey.slice(0, 20));
});

test('a map that was cut off is refused without a word of it', () => {
  expect(() => readKeyMap(sample.slice(0, -200))).toThrow(/^the key map is not JSON$/);
});

test.each([
  ['Rspamadm 3.4', [3, 4, 0]],
  ['Rspamadm 4.1.6\n', [4, 1, 6]],
  ['Rspamd daemon version 3.11.1', [3, 11, 1]],
])('the version of %j', (text, version) => expect(parseVersion(text)).toEqual(version));

test.each([
  ['4.1.6', 4, 'knows suspended keys: byte for byte'],
  ['3.11.1', 4, 'knows suspended keys: byte for byte'],
  ['3.11.0', 3, 'would serve a suspended key'],
  ['3.8.2', 3, 'would serve a suspended key'],
])('as a map for %s: %i keys (it %s)', (version, count) => {
  const text = renderKeys('map', parseVersion(version), entries, sample);
  expect(names(text)).toHaveLength(count);
  expect(names(text).includes('Suspended Inc')).toBe(count === 4);
  if (count === 4) expect(text).toBe(sample);
  else expect(JSON.parse(text)).toEqual(entries.filter(({ extensions }) => extensions?.name !== 'Suspended Inc'));
});

test('as a map when all keys are suspended, for a Rspamd that does not know that', () => {
  const suspended = entries.map((entry) => ({ ...entry, extensions: { allowed_ops: [] } }));
  expect(renderKeys('map', [3, 9, 0], suspended, JSON.stringify(suspended))).toBe('[]\n');
});

test('an older Rspamd reads no map at all', () => {
  expect(() => renderKeys('map', [3, 8, 1], entries, sample)).toThrow(
    'Rspamd 3.8.1 reads no key map: set KEYS_FORM=static',
  );
});

test('as static pairs: a block a key, suspended ones only where they are understood, and no text of a person', () => {
  const text = renderKeys('static', [3, 4, 0], entries, sample);
  expect(text.match(/^keypair \{$/gm)).toHaveLength(3);
  expect(text).toContain(`keypair {
  pubkey = "8ywinfgfqgb7tg9sommb8aa4asryure63huok6j4zz9oxbaumm1y";
  privkey = "e3p7pqzeop96e3sr8d834ezkd9xtwynrgtsnsc7jn1d1cf4yq9hy";
  type = "kex";
  algorithm = "curve25519";
  encoding = "base32";
  extensions {
    ratelimit { rate = 10; burst = 600; }
  }
}
`);
  for (const name of ['Acme', 'example', 'writer']) expect(text).not.toContain(name);
  const newer = renderKeys('static', [3, 11, 1], entries, sample);
  expect(newer).toContain('allowed_ops = [];');
  expect(newer.match(/^keypair \{$/gm)).toHaveLength(4);
});

test('small rates are written without an exponent, flags as a list', () => {
  const extensions = { ratelimit: { rate: 1e-7, burst: 60 }, forbidden_ids: [1, 8] };
  const text = renderKeys('static', [3, 4, 0], [{ ...first, extensions }], '');
  expect(text).toContain('rate = 0.000000100000; burst = 60;');
  expect(text).toContain('forbidden_ids = [1, 8];');
});
