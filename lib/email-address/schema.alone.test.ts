import { expect, test, vi } from 'vitest';
import { randomTexts } from '#lib/testing/random-text.ts';
import { Email } from './schema.ts';

test.each([
  ['you@example.com', 'you@example.com'],
  ['  You@Example.COM\n', 'you@example.com'],
  ['ｙｏｕ＠example.com', 'you@example.com'],
  ['you+tag@mail.example.co.uk', 'you+tag@mail.example.co.uk'],
  ["o'neil.x_y-z@xn--bcher-kva.example", "o'neil.x_y-z@xn--bcher-kva.example"],
  ['You@BÜCHER.example', 'you@xn--bcher-kva.example'],
  ['you@bu\u0308cher.example', 'you@xn--bcher-kva.example'],
  ['you＠ｂüｃｈｅｒ．example', 'you@xn--bcher-kva.example'],
  ['you@例え.テスト', 'you@xn--r8jz45g.xn--zckzah'],
  [`${'l'.repeat(64)}@example.com`, `${'l'.repeat(64)}@example.com`],
])('normalises %j to %j (S11)', (given, stored) => {
  expect(Email.parse(given)).toBe(stored);
});

test.each([
  '',
  'you',
  '@example.com',
  'you@',
  'you@example',
  'you@.example.com',
  'you@example..com',
  'you@-example.com',
  'you@example.123',
  'you@[127.0.0.1]',
  '.you@example.com',
  'you.@example.com',
  'y..ou@example.com',
  'a@b@example.com',
  '"you"@example.com',
  '"a@evil.example"@example.com',
  'you@example.com,other@example.com',
  'you@example.com other@example.com',
  'You <you@example.com>',
  'you@example.com\r\nBcc: other@example.com',
  'you\0@example.com',
  'yoü@example.com',
  'yoü@bücher.example',
  'you@bücher',
  'you@bücher.example.',
  'you@-bücher-.example',
  'you@bücher.123',
  'you@１２７。０。０。１',
  'you@b%C3%BCcher.example',
  'you@bücher.example:25',
  'you@bücher.example/path',
  'you@ü@example.com',
  `you@${'ü'.repeat(60)}.example`, // 66 characters in Punycode
  'уou@example.com', // Cyrillic у
  'you@exаmple.com', // Cyrillic а
  `${'l'.repeat(65)}@example.com`,
  `you@${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(60)}.example.com`,
  null,
  1,
  ['you@example.com'],
  { email: 'you@example.com' },
])('refuses %j (S12, S52)', (given) => {
  expect(Email.safeParse(given).success).toBe(false);
});

test.each([
  'you,me@example.com',
  'you;me@example.com',
  'you me@example.com',
  'you\r\nBcc:me@example.com',
  'you\nto:me@example.com',
  'bcc:me@example.com',
])('refuses %j, which a mailer may read as two addresses or another header (S12)', (text) =>
  expect(Email.safeParse(text).success).toBe(false),
);

test('gives a normalised address back as it is, and throws for no text', () => {
  const texts = randomTexts(5000).flatMap((text) => [text, `you@${text}.example`, `${text}@bücher.example`]);
  const parsed = texts.flatMap((text) => Email.safeParse(text).data ?? []);
  expect(parsed.length).toBeGreaterThan(50);
  for (const address of parsed) expect([address, Email.parse(address)]).toEqual([address, address]);
});

test('refuses a long text before any work on it (S87)', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  expect(Email.safeParse('ü'.repeat(1_000_000)).success).toBe(false);
  expect(normalize).not.toHaveBeenCalled();
  normalize.mockRestore();
});
