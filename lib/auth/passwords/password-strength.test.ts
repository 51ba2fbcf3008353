import { expect, test } from 'vitest';
import { assertAcceptablePassword } from './password-strength.ts';

const EMAIL = 'alexandra.kowalczyk@posthorn-example.org';
const weak = { code: 'weak_password', message: expect.stringMatching(/password/i) };

test.each([
  ['a common password', 'Password1234!'],
  ['a keyboard walk', 'Qwertyuiop123!'],
  ['a repetition', 'Aa1!Aa1!Aa1!Aa1!'],
  ["the user's own address", EMAIL.replace('a', 'A')],
  ['a part of the address and a year', 'Kowalczyk2026!'],
  ['words of the product', 'RspamdPrem1um'],
  ['one letter, 250 times', `Aa1!${'a'.repeat(246)}`],
  ['a word of the product, a year and a repetition', 'Rspamd2026!!!!'],
  ['a common password and a year', 'Password2026!!'],
  ['a season, a year and a repetition', 'Summer2026!!!!'],
  ['the name of the product and two characters', 'RspamdPremium1!'],
  ['a weekday, a sequence and a repetition', 'Monday123!!!!!'],
  ['a name, a year and a repetition', 'Charlie2025$$$$'],
])('refuses %s with a text that mentions the password (S6)', async (_what, password) => {
  await expect(assertAcceptablePassword(password, EMAIL)).rejects.toMatchObject(weak);
});

test.each([
  ['a passphrase', 'Correct-Horse-7-Battery'],
  ['three words and digits', 'Quiet-Harbour-7531'],
  ['two words and a digit', 'Correct-Horse-7'],
  ['random characters', 'xK9$vQ2!mZ7#'],
  ['256 random characters', 'xK9$vQ2!mZ7#pL4&'.repeat(16)],
  ["a part of another user's address", 'Kowalczyk2026!xQ7'],
])('accepts %s (S6)', async (_what, password) => {
  await expect(assertAcceptablePassword(password, 'bo@example.com')).resolves.toBeUndefined();
});

test.each(['Short-1', 'alllowercaseletters', 'x'.repeat(257) + 'A1!'])('refuses %s (S5)', async (password) => {
  await expect(assertAcceptablePassword(password, null)).rejects.toMatchObject(weak);
});

test('refuses a password of eleven characters or of two classes (S5)', async () => {
  const accepted = 'xK9vQ2mZ7pLw';
  expect(accepted).toHaveLength(12);
  await expect(assertAcceptablePassword(accepted, null)).resolves.toBeUndefined();
  for (const password of [accepted.slice(1), accepted.toLowerCase()])
    await expect(assertAcceptablePassword(password, null)).rejects.toMatchObject({
      ...weak,
      message: expect.stringMatching(/at least 12 characters and 3 of 4/),
    });
});
