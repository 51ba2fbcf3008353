import { expect, test } from 'vitest';
import { shortText } from './short-text.ts';

test('takes a text that is too long as absent, and never writes one into the URL (S87)', () => {
  const { parse, serialize } = shortText(12);
  expect(parse('twelve chars')).toBe('twelve chars');
  expect([parse('thirteen char'), parse('ééé')]).toEqual([null, null]);
  expect([serialize('thirteen char'), serialize('ééé'), serialize('a😀😀')]).toEqual(['thirteen cha', 'éé', 'a']);
});
