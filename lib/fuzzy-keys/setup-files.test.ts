import { expect, test } from 'vitest';
import { localContacts } from '#lib/testing/contacts.ts';
import { fuzzyFiles, PLACEHOLDER_KEY } from './setup-files.ts';

test.each<[string, number[], boolean, boolean]>([
  ['a key that may ask both lists', [], true, true],
  ['a key without bulk service', [1], true, false],
  ['a key of rank 10, from which the premium list is hidden', [8], false, true],
  ['a key from which both are hidden', [1, 8], false, false],
])('the configuration of %s has the rules and weights of what it may ask', (_name, forbidden, premium, bulk) => {
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

test('the guide of somebody who is not logged in has both', () => {
  const { check, group } = fuzzyFiles(PLACEHOLDER_KEY, localContacts);
  expect(check.content).toMatch(/FUZZY_PLUS[^]*FUZZY_BULK/);
  expect(group.content).toMatch(/FUZZY_PLUS_DENIED[^]*FUZZY_BULK/);
});
