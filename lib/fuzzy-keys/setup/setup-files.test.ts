import { expect, test } from 'vitest';
import { localContacts } from '#lib/testing/contacts.ts';
import { fuzzyFiles, PLACEHOLDER_KEY } from './setup-files.ts';

test.each<[string, number[], boolean, boolean]>([
  ['a key that may use both storages', [], true, true],
  ['a key without bulk service', [1], true, false],
  ['a key of rank 10, without the premium storage', [8], false, true],
  ['a key without either', [1, 8], false, false],
])('writes only the permitted rules and weights for %s', (_name, forbidden, premium, bulk) => {
  const { check, group } = fuzzyFiles('key', localContacts, forbidden);
  expect([check.content.includes('rule "FUZZY_PLUS"'), check.content.includes('flag = 8;')]).toEqual([
    premium,
    premium,
  ]);
  expect([check.content.includes('rule "FUZZY_BULK"'), check.content.includes('flag = 1;')]).toEqual([bulk, bulk]);
  for (const [name, isThere] of [
    ['"FUZZY_PLUS_DENIED" {\n    weight = 10.0;', premium],
    ['"FUZZY_PLUS_UNKNOWN" {', premium],
    ['"FUZZY_BULK" {\n    weight = 0.1;', bulk],
    ['"FUZZY_BULK_UNKNOWN" {', bulk],
  ] as const)
    expect(group.content.includes(name), name).toBe(isThere);
});

test('writes both rules for a visitor without a key', () => {
  const { check, group } = fuzzyFiles(PLACEHOLDER_KEY, localContacts);
  expect(check.content).toMatch(/FUZZY_PLUS[^]*FUZZY_BULK/);
  expect(group.content).toMatch(/FUZZY_PLUS_DENIED[^]*FUZZY_BULK/);
});

test('limits the scores of the rules to 20 for flag 8 and 5 for flag 1, as the guide says', () => {
  const rules = fuzzyFiles(PLACEHOLDER_KEY, localContacts)
    .check.content.split(/^rule /m)
    .slice(1);
  const scores = rules.map((rule) => [/flag = (\d+)/.exec(rule)?.[1], ...new Set(rule.match(/max_score = [\d.]+/g))]);
  expect(scores).toEqual([
    ['8', 'max_score = 20.0'],
    ['1', 'max_score = 5.0'],
  ]);
});
