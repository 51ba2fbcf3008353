import { expect, test } from 'vitest';
import { sha256 } from '#lib/base/crypto.ts';
import { LISTS } from '#lib/storage/schema.ts';
import { TEST_MESSAGE_VERSION, testedList, testMessage } from './text.ts';

const bodyOf = (text: string) => text.slice(text.indexOf('\r\n\r\n') + 4);
const wordsOf = (text: string) => bodyOf(text).toLowerCase().match(/\w+/g) ?? [];
const shingles = (text: string) => {
  const words = wordsOf(text);
  return new Set(words.slice(2).map((_, at) => words.slice(at, at + 3).join(' ')));
};

/** Storage hosts learn the text again only if the version changes, so a changed text needs another version. */
test('has another version whenever a word changes', () => {
  const digests = LISTS.map((list) =>
    Buffer.from(sha256(wordsOf(testMessage(list)).join(' ')))
      .toString('hex')
      .slice(0, 16),
  );
  expect({ version: TEST_MESSAGE_VERSION, digests }).toEqual({
    version: 1,
    digests: ['a9a82ea5de121bba', 'f2e8cebd9d685232'],
  });
});

test.each(LISTS)('has more words for %s than min_length, so that Rspamd makes shingles', (list) => {
  expect(wordsOf(testMessage(list)).length).toBeGreaterThan(64 * 1.4);
});

test('has no three words in a row that are in both texts', () => {
  const [premium, bulk] = LISTS.map((list) => shingles(testMessage(list)));
  expect([...(premium ?? [])].filter((row) => bulk?.has(row))).toEqual([]);
});

test.each(LISTS)('is plain ASCII with CRLF, short lines and no link for %s', (list) => {
  const text = testMessage(list);
  expect(text).toMatch(/^[\x20-\x7e\r\n]+$/);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  for (const line of text.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78);
  expect(bodyOf(text)).not.toMatch(/https?:|www\.|@|\$|%/);
  for (const header of ['From', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version', 'Content-Type'])
    expect(text).toContain(`${header}: `);
});

test.each([
  [[], 'premium'],
  [[1], 'premium'],
  [[8], 'bulk'],
  [[1, 8], null],
] as const)('is that of the first list which a key with the forbidden flags %j may ask: %s', (forbidden, list) => {
  expect(testedList(forbidden)).toBe(list);
});
