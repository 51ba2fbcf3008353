import { expect, test } from 'vitest';
import { commonHashes, isKnown, MOST_WORDS, PIPES, reduceMessage } from './shingles-tool.tsx';

const LETTER = `Dear customer, your parcel is waiting at our depot. Please confirm the delivery fee of 1.99 now, so that
  the driver can bring it tomorrow morning between nine and eleven. Without your confirmation it returns to the sender.`;
const common = (one: string, other: string) => commonHashes(reduceMessage(one).hashes, reduceMessage(other).hashes);

test('cuts a message into overlapping groups of three words', () => {
  expect(reduceMessage('Dear customer, your PARCEL is').shingles).toEqual([
    'dear customer your',
    'customer your parcel',
    'your parcel is',
  ]);
  expect(reduceMessage('Größe 42 · привет').shingles).toEqual(['größe 42 привет']);
});

test.each(['', 'two words', '... !'])('finds no shingles in %j', (text) => {
  expect(reduceMessage(text)).toMatchObject({ shingles: [], hashes: [] });
});

test('returns 32 hashes of 32 bits, different in each pipe', () => {
  const { hashes } = reduceMessage(LETTER);
  expect(hashes).toHaveLength(PIPES);
  expect(new Set(hashes).size).toBe(PIPES);
  for (const hash of hashes) expect(Number.isInteger(hash) && hash >= 0 && hash <= 0xff_ff_ff_ff).toBe(true);
});

test('keeps the smallest value of each pipe over all shingles', () => {
  const parts = ['one two three', 'two three four', 'three four five'].map((part) => reduceMessage(part).hashes);
  const least = parts[0]?.map((_, pipe) => Math.min(...parts.map((hashes) => hashes[pipe] ?? NaN)));
  expect(reduceMessage('one two three four five').hashes).toEqual(least);
});

test('returns other hashes for another order of the words', () => {
  expect(common('one two three', 'three two one')).toBe(0);
});

test('ignores case, punctuation and line breaks', () => {
  expect(
    common(
      LETTER,
      LETTER.toUpperCase()
        .replaceAll(/[\n,.]+/g, ' ! ')
        .replace('1 ! 99', '1.99'),
    ),
  ).toBe(PIPES);
});

test('recognises a message in which one word differs, but not an unrelated message', () => {
  expect(isKnown(common(LETTER, LETTER.replace('parcel', 'package')))).toBe(true);
  expect(common(LETTER, LETTER.replace('parcel', 'package'))).toBeLessThan(PIPES);
  expect(common(LETTER, 'The minutes of our meeting on Monday are attached, with the plan for next year.')).toBe(0);
});

test.each([
  [16, false],
  [17, true],
])('judges a message with %i equal hashes of 32 as known: %s', (equal, expected) => {
  expect(isKnown(equal)).toBe(expected);
});

test('reads only the beginning of a long text', () => {
  expect(reduceMessage('word '.repeat(MOST_WORDS + 500)).words).toHaveLength(MOST_WORDS);
});
