import { expect, test } from 'vitest';
import { TEST_MESSAGE_ANSWERS } from '#lib/guides/test-message.ts';
import type { Examined } from './examine.ts';
import { HEADINGS, isRight, rowOf } from './results.ts';

const RIGHT: Examined = {
  platform: 'mailcow',
  rules: true,
  own: true,
  configtest: 'syntax OK',
  premium: 9.9998,
  bulk: 0.1,
  testMessage: TEST_MESSAGE_ANSWERS,
};

test('prints the results of a platform in one line, below the headings', () => {
  expect(HEADINGS).toBe('platform          both rules  own rules  configtest  hit   score        test message');
  expect(rowOf(RIGHT)).toBe('mailcow           yes         yes        silent      yes   10.00, 0.10  1.35, 0.05');
  expect(isRight(RIGHT)).toBe(true);
});

test.each<[string, Partial<Examined>, RegExp]>([
  ['a missing rule', { rules: false }, /^mailcow +MISSING +yes/],
  ['a lost rule of the platform', { own: false }, /^mailcow +yes +MISSING/],
  ['a warning', { configtest: 'unknown key\nsyntax OK' }, /SAYS unknown key/],
  ['a message that is not found', { premium: undefined }, /NO +none, 0\.10 /],
  ['a list that is not asked', { bulk: undefined }, /NO +10\.00, none /],
  ['another score', { premium: 7 }, /yes +7\.00, 0\.10 /],
  ['another score of bulk', { bulk: 1 }, /yes +10\.00, 1\.00 /],
  ['a test message that is not found', { testMessage: { ...TEST_MESSAGE_ANSWERS, premium: '' } }, /NONE, 0\.05$/],
  [
    'another answer to the test message',
    { testMessage: { ...TEST_MESSAGE_ANSWERS, bulk: 'Symbol: FUZZY_BULK (0.10)[1:890c7be4de:1.00:txt]' } },
    /1\.35, 0\.10$/,
  ],
])('does not pass %s', (_name, wrong, said) => {
  const examined = { ...RIGHT, ...wrong };
  expect(isRight(examined)).toBe(false);
  expect(rowOf(examined)).toMatch(said);
});
