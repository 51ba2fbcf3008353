import { expect, test } from 'vitest';
import { createRecoveryCodes, looksLikeRecoveryCode } from './recovery-code.ts';

test('recognises recovery codes in any letter case, with or without separators, with o, i and l typed for 0 and 1', () => {
  for (const code of createRecoveryCodes()) expect([code, looksLikeRecoveryCode(code)]).toEqual([code, true]);
  for (const code of ['K3F9-W2PM-8QZT-51RA', 'k3f9w2pm8qzt51ra', 'oOiI lLk3 f9w2 pm8q'])
    expect([code, looksLikeRecoveryCode(code)]).toEqual([code, true]);
});

test.each([
  '123456',
  '123 456',
  'k3f9-w2pm-8qzt-51r',
  'k3f9-w2pm-8qzt-51raa',
  'uuuu-uuuu-uuuu-uuuu',
  '!!!!!!!!!!!!!!!!',
  '',
])('does not take %j for a recovery code', (code) => {
  expect(looksLikeRecoveryCode(code)).toBe(false);
});
