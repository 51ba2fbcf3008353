import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keyIdOf, rspamdId } from '#lib/fuzzy-keys/key-pair.ts';
import { FuzzyKeyRow, NameMapView } from '#lib/fuzzy-keys/views.ts';
import { RSPAMD_PAIRS } from '#lib/testing/rspamd/rspamd-pairs.ts';
import { keyMapEntry, serializeKeyMap, type KeyMapKey } from './key-map.ts';
import { KeyMapEntry } from './views.ts';

const [A, B] = RSPAMD_PAIRS;
const owner = { blockedAt: null, dailyLimit: null };
const now = new Date('2026-06-15T12:00:00Z');
const key = (changes: Partial<KeyMapKey> = {}): KeyMapKey => ({
  publicKey: A.publicKey,
  privateKey: A.privateKey,
  description: 'Acme "mx" ü',
  quantity: 1,
  rate: null,
  forbiddenFlags: [],
  suspendedAt: null,
  deletedAt: null,
  worksUntil: null,
  rank: { rate: 2.4, forbiddenFlags: [] },
  account: owner,
  ...changes,
});

test("makes an entry in the form that Rspamd's dynamic_keys_map reads", () => {
  expect(keyMapEntry(key({ rate: 10 }), now)).toEqual({
    pubkey: A.publicKey,
    privkey: A.privateKey,
    type: 'kex',
    algorithm: 'curve25519',
    encoding: 'base32',
    id: A.id,
    extensions: { name: 'Acme "mx" ü', ratelimit: { rate: 10, burst: 6000 } },
  });
});

test("describes a key's ids in the API as Rspamd uses them", () => {
  const read = (name: string) => readFileSync(path.join(import.meta.dirname, '../../agent/samples', name), 'utf8');
  const [sample] = JSON.parse(read('keymap.json')) as { id: string; pubkey: string }[];
  expect(sample).toMatchObject({ id: rspamdId(sample?.pubkey ?? '') });
  expect(read('fuzzystat-4.1.6-raw-TESTKEYS-ONLY.json')).toContain(`"${keyIdOf(sample?.pubkey ?? '')}"`);
  expect(sample?.id).toHaveLength(103);
  expect(KeyMapEntry.shape.id.description).toMatch(/^BLAKE2b-512 .*, 103 characters/);
  for (const { description } of [FuzzyKeyRow.shape.key_id, NameMapView])
    expect(description).toMatch(/name in fuzzystat.*13 characters/);
});

const past = new Date('2026-01-01T00:00:00Z');
test.each<[string, Partial<KeyMapKey>, object]>([
  ["the rank's rate, burst 600 × rate", {}, { ratelimit: { rate: 2.4, burst: 1440 } }],
  [
    'times quantity, without floating-point noise',
    { rank: { rate: 0.7, forbiddenFlags: [] }, quantity: 3 },
    { ratelimit: { rate: 2.1, burst: 1260 } },
  ],
  ["the key's own rate", { rate: 4000 / 86_400 }, { ratelimit: { rate: 0.0462962962963, burst: 60 } }],
  [
    "the owner's daily limit is for all units",
    { account: { ...owner, dailyLimit: 86_400 }, quantity: 7, rate: 9 },
    { ratelimit: { rate: 1, burst: 600 } },
  ],
  ['a tiny limit is written without an exponent', { rate: 1e-9 }, { ratelimit: { rate: 0.000001, burst: 60 } }],
  ['no limit: neither rate nor burst', { rank: { rate: null, forbiddenFlags: [] } }, {}],
  ['rank 10 hides flag 8', { rank: { rate: null, forbiddenFlags: [8] } }, { forbidden_ids: [8] }],
  [
    "the rank's and the key's flags, sorted, each once",
    { rank: { rate: null, forbiddenFlags: [8, 2] }, forbiddenFlags: [11, 2, 1] },
    { forbidden_ids: [1, 2, 8, 11] },
  ],
  ['suspended', { suspendedAt: past }, { ratelimit: { rate: 2.4, burst: 1440 }, allowed_ops: [] }],
  ['deleted', { deletedAt: past }, { ratelimit: { rate: 2.4, burst: 1440 }, allowed_ops: [] }],
  ['rotated, in its grace', { worksUntil: new Date(now.getTime() + 1) }, { ratelimit: { rate: 2.4, burst: 1440 } }],
  ['rotated, after its grace', { worksUntil: now }, { ratelimit: { rate: 2.4, burst: 1440 }, allowed_ops: [] }],
  [
    'of a blocked owner',
    { account: { ...owner, blockedAt: past } },
    { ratelimit: { rate: 2.4, burst: 1440 }, allowed_ops: [] },
  ],
  [
    'of an owner with a daily limit of zero',
    { account: { ...owner, dailyLimit: 0 } },
    { ratelimit: { rate: 0.000001, burst: 60 }, allowed_ops: [] },
  ],
  ['without an owner', { account: null }, { ratelimit: { rate: 2.4, burst: 1440 } }],
])('writes the extensions: %s', (_name, changes, expected) => {
  const { name: _, ...extensions } = keyMapEntry(key(changes), now).extensions;
  expect(extensions).toEqual(expected);
  expect(JSON.stringify(extensions)).not.toMatch(/\de[+-]?\d/);
});

test('serialises the same keys to the same JSON, one line per key', () => {
  const entries = [keyMapEntry(key(), now), keyMapEntry(key({ ...B }), now)];
  const text = serializeKeyMap(entries);
  expect(JSON.parse(text)).toEqual(entries);
  expect(serializeKeyMap([keyMapEntry(key(), now), keyMapEntry(key({ ...B }), now)])).toBe(text);
  expect(text.trimEnd().split('\n')).toHaveLength(4);
  expect(JSON.parse(serializeKeyMap([]))).toEqual([]);
});
