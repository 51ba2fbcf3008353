import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createKeyPair, rspamdId } from '#lib/fuzzy-keys/key-pair.ts';
import { keyMapEntry, serializeKeyMap } from '#lib/storage/key-map.ts';
import { RSPAMD_PAIRS } from '#lib/testing/rspamd/rspamd-pairs.ts';
import { readKeyMap } from './src/keys/key-map.ts';
import { encodeBase32 } from './src/keys/key-pair.ts';
import { renderKeys } from './src/keys/keys-file.ts';
import { parseVersion } from './src/keys/rspamd-version.ts';

const sample = readFileSync(path.join(import.meta.dirname, 'samples/keymap.json'), 'utf8');
const entries = readKeyMap(sample);
const names = (text: string) =>
  (JSON.parse(text) as { extensions: { name: string } }[]).map(({ extensions }) => extensions.name);

test('accepts every entry of the sample key map, with all its properties', () => {
  expect(entries).toEqual(JSON.parse(sample));
  expect(names(sample)).toEqual(['Acme GmbH', 'Slow Ltd', 'Suspended Inc', 'writer']);
});

test("accepts the portal's own map, and passes it on byte for byte", () => {
  const key = { quantity: 1, rate: null, forbiddenFlags: [8], suspendedAt: null, deletedAt: null, worksUntil: null };
  const rest = { ...key, description: 'ü "quoted"\\', rank: { rate: 2.4, forbiddenFlags: [] }, account: null };
  const text = serializeKeyMap(RSPAMD_PAIRS.map((pair) => keyMapEntry({ ...pair, ...rest }, new Date())));
  expect(renderKeys('map', [4, 1, 6], readKeyMap(text), text)).toBe(text);
});

test('accepts pairs that Rspamd generated, and a hundred new ones', () => {
  const kind = { type: 'kex', algorithm: 'curve25519', encoding: 'base32' };
  const pairs = [...RSPAMD_PAIRS, ...Array.from({ length: 100 }, createKeyPair)];
  const map = pairs.map(({ publicKey, privateKey }) => ({
    pubkey: publicKey,
    privkey: privateKey,
    id: rspamdId(publicKey),
    ...kind,
  }));
  expect(readKeyMap(JSON.stringify(map))).toHaveLength(105);
});

test('encodes base32 with the least significant bits first', () => {
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
  ['an object instead of a list', {}, 'the key map is not a list'],
  [
    'halves of two keys',
    [{ ...first, privkey: second.privkey }],
    'key 8ywinfgfqgb7b, has two halves that do not belong',
  ],
  ["another key's id", [{ ...first, id: second.id }], 'key 8ywinfgfqgb7b, has the id of another key'],
  ['one key twice', [first, second, first], 'key 8ywinfgfqgb7b is in the key map twice'],
  ['no private half', [{ ...first, privkey: undefined }], 'entry 1 of the key map has no complete key pair'],
  [
    'a shortened private half',
    [first, { ...second, privkey: second.privkey.slice(1) }],
    'entry 2 of the key map has no complete key pair',
  ],
  ['a string as an entry', ['x'], 'entry 1 of the key map is not an object'],
  ['another type', [{ ...first, type: 'sign' }], 'has an unsupported type'],
  ['another curve', [{ ...first, algorithm: 'nistp256' }], 'has an unsupported type'],
  ['another encoding', [{ ...first, encoding: 'hex' }], 'has an unsupported type'],
  ['a list as extensions', [{ ...first, extensions: [] }], 'has extensions'],
  ['a rate without a burst', [{ ...first, extensions: { ratelimit: { rate: 1 } } }], 'has extensions'],
  ['a rate that is a string', [{ ...first, extensions: { ratelimit: { rate: '1; }', burst: 1 } } }], 'has extensions'],
  ['flags that are strings', [{ ...first, extensions: { forbidden_ids: ['8]; x'] } }], 'has extensions'],
  ['a flag beyond 32 bits', [{ ...first, extensions: { forbidden_ids: [8, 1e21] } }], 'has extensions'],
  ['a flag below zero', [{ ...first, extensions: { forbidden_ids: [-1] } }], 'has extensions'],
  ['a fractional flag', [{ ...first, extensions: { forbidden_ids: [1.5] } }], 'has extensions'],
  ['too many flags', [{ ...first, extensions: { forbidden_ids: Array(1000).fill(1) } }], 'has extensions'],
  ['a rate out of range', [{ ...first, extensions: { ratelimit: { rate: 1e300, burst: 1 } } }], 'has extensions'],
  ['a burst out of range', [{ ...first, extensions: { ratelimit: { rate: 1, burst: 1e21 } } }], 'has extensions'],
  [
    'a rate that would be written as 0',
    [{ ...first, extensions: { ratelimit: { rate: 1e-13, burst: 1 } } }],
    'has ext',
  ],
  ['operations that are not words', [{ ...first, extensions: { allowed_ops: ['"; }'] } }], 'has extensions'],
])('refuses a map with %s as a whole, without quoting a private half', (_name, map, words) => {
  let said = '';
  try {
    readKeyMap(JSON.stringify(map));
  } catch (error) {
    said = (error as Error).message;
  }
  expect(said).toContain(words);
  for (const { privateKey } of RSPAMD_PAIRS) expect(said).not.toContain(privateKey.slice(0, 20));
});

test('refuses a truncated map without quoting it', () => {
  expect(() => readKeyMap(sample.slice(0, -200))).toThrow(/^the key map is not JSON$/);
});

test.each([
  ['Rspamadm 3.4', [3, 4, 0]],
  ['Rspamadm 4.1.6\n', [4, 1, 6]],
  ['Rspamd daemon version 3.11.1', [3, 11, 1]],
])('reads the version from %j', (text, version) => expect(parseVersion(text)).toEqual(version));

test.each([
  ['4.1.6', 4, 'refuses suspended keys'],
  ['3.11.1', 4, 'refuses suspended keys'],
  ['3.11.0', 3, 'would serve suspended keys'],
  ['3.8.2', 3, 'would serve suspended keys'],
])('renders a map for Rspamd %s with %i keys, because it %s', (version, count) => {
  const text = renderKeys('map', parseVersion(version), entries, sample);
  expect(names(text)).toHaveLength(count);
  expect(names(text).includes('Suspended Inc')).toBe(count === 4);
  if (count === 4) expect(text).toBe(sample);
  else expect(JSON.parse(text)).toEqual(entries.filter(({ extensions }) => extensions?.name !== 'Suspended Inc'));
});

test('renders an empty map for an older Rspamd when all keys are suspended', () => {
  const suspended = entries.map((entry) => ({ ...entry, extensions: { allowed_ops: [] } }));
  expect(renderKeys('map', [3, 9, 0], suspended, JSON.stringify(suspended))).toBe('[]\n');
});

test('refuses to render a map for an Rspamd version that cannot read one', () => {
  expect(() => renderKeys('map', [3, 8, 1], entries, sample)).toThrow(
    'Rspamd 3.8.1 cannot read a key map: set KEYS_FORM=static',
  );
});

test('renders one block per static pair, without typed texts and, for old versions, without suspended keys', () => {
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

test('writes small rates without an exponent, and forbidden ids as a list', () => {
  const extensions = { ratelimit: { rate: 1e-7, burst: 60 }, forbidden_ids: [1, 8] };
  const text = renderKeys('static', [3, 4, 0], [{ ...first, extensions }], '');
  expect(text).toContain('rate = 0.000000100000; burst = 60;');
  expect(text).toContain('forbidden_ids = [1, 8];');
});
