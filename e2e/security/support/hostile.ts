import type { Random } from '#lib/testing/random.ts';

/** Texts that are known to break parsers, queries, logs or pages. */
const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u0001\u001b[31m\u007f',
  '\r\nSet-Cookie: a=b',
  '\ud800',
  'x\udfff\ud800y',
  '\u202e\u2066\ufeff\ufffe\uffff',
  'I\u0307ıſß\u0130ﬃ',
  '𝕏👩‍👩‍👧‍👦',
  `e${'\u0301'.repeat(300)}`,
  "' OR 1=1; --",
  '"; DROP TABLE users; --',
  '\\',
  '%',
  '_%_',
  '%00',
  '%s%n%d',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '//evil.example',
  'http://[::1',
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'true',
  'NaN',
  '-1',
  '0',
  '00',
  '1.5',
  '1e309',
  '0x10',
  '9007199254740993',
  '9'.repeat(40),
  '2026-02-30T25:61:00Z',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '{"a":1}',
  '[]',
  'eyJhIjoxfQ',
  'a@b',
  '"a b"@example.com',
  'a@xn--0.example',
  'A'.repeat(300),
  'ä'.repeat(3000),
  'x'.repeat(20_000),
];

const NUMBERS = [
  0,
  -0,
  -1,
  0.5,
  1,
  127,
  2 ** 15,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  1e21,
  1.7976931348623157e308,
  5e-324,
];

export const hostileText = (random: Random): string => random.pick(TEXTS);

/** A JSON value that no field expects. */
export function hostileValue(random: Random): unknown {
  switch (random.int(0, 9)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return hostileText(random);
    case 4:
      return random.pick(NUMBERS);
    case 5:
      return random.pick([null, true, false]);
    case 6:
      return random.pick([[], {}, [[]], [null], Array<number>(2000).fill(1)]);
    case 7:
      return nested(random.pick([10, 200, 1000]), random.chance(0.5));
    case 8:
      return Object.fromEntries([[random.pick(['__proto__', 'constructor', 'prototype', '']), { is_admin: true }]]);
    default:
      // operators of query builders
      return random.pick([{ not: null }, { contains: '' }, { equals: 1 }, { in: [] }, { set: null }, { $ne: 1 }]);
  }
}

function nested(depth: number, isArray: boolean): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = isArray ? [value] : { a: value };
  return value;
}
