import { expect, test } from 'vitest';
import { Email } from './schema.ts';

test.each([
  ['you@example.com', 'you@example.com'],
  ['  You@Example.COM\n', 'you@example.com'],
  ['ｙｏｕ＠example.com', 'you@example.com'],
  ['you+tag@mail.example.co.uk', 'you+tag@mail.example.co.uk'],
  ["o'neil.x_y-z@xn--bcher-kva.example", "o'neil.x_y-z@xn--bcher-kva.example"],
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
