import { expect, test } from 'vitest';
import { evidenceOf, MAX_DIGESTS, parsePasted } from './parse.ts';

const digestOf = (seed: string) => seed.repeat(128).slice(0, 128);
const [A, B] = [digestOf('589bff398e0d'), digestOf('c0ffee17')];
const found = (text: string) => parsePasted(text).digests;

test.each<[string, string, object]>([
  ['the header up to 4.1.3', `X-Rspamd-Fuzzy: ${A}`, { digest: A, flag: null, from: 'header' }],
  ['a folded header', `X-Rspamd-Fuzzy:\r\n\t${A}\r\nSubject: x`, { digest: A, flag: null, from: 'header' }],
  [
    'the header from 4.1.4 for an exact match',
    `X-Rspamd-Fuzzy: ${A} (rule=FUZZY_PLUS; flag=8; prob=1.00; added=2026-11-02 03:04:05)`,
    { digest: A, flag: 8, from: 'header' },
  ],
  [
    'the header from 4.1.4 for a similar message: the stored digest, not the one asked for',
    `X-Rspamd-Fuzzy: ${A} (rule=FUZZY_PLUS; flag=8; prob=0.87; queried=${B}; added=2026-11-02 03:04:05)`,
    { digest: A, flag: 8, from: 'header' },
  ],
  [
    'a log line of 3.4 for an exact match',
    `2026-11-28 10:00:00 #321(normal) <ab12cd>; task; fuzzy_insert_result: found exact fuzzy hash(txt) ${A} with weight: 0.13, probability 1.00, in list: FUZZY_PLUS_DENIED:8; added on 02.11.2026 03:04:05 GMT`,
    { digest: A, flag: 8, from: 'log' },
  ],
  [
    'a log line for a similar message',
    `found fuzzy hash(txt) ${A} (${B} requested) with weight: 0.13, probability 0.91, in list: FUZZY_BULK:1; added on 02.11.2026 03:04:05 GMT`,
    { digest: A, flag: 1, from: 'log' },
  ],
  [
    'a log line of an unknown list',
    `found exact fuzzy hash(bin) ${A} with weight: 1.00, probability 1.00, in list: FUZZY_UNKNOWN:3(unknown); added on x`,
    { digest: A, flag: 3, from: 'log' },
  ],
  [
    'a log line of 4.1 about HTML',
    `found exact fuzzy hash(htmld) ${A} with weight: 1.00, probability 1.00, in list: FUZZY_PLUS_DENIED:8; added on x`,
    { digest: A, flag: 8, from: 'log' },
  ],
  [
    'a log line of learning',
    `added fuzzy hash (txt) ${A}, list: FUZZY_PLUS_DENIED:8 for message <x@example.com>`,
    { digest: A, flag: 8, from: 'log' },
  ],
  [
    'the exported matches of 4.1',
    `{"rule":"FUZZY_PLUS","symbol":"FUZZY_PLUS_DENIED","found":"${A}","queried":"${B}","type":"txt","flag":8,"value":10}`,
    { digest: A, flag: 8, from: 'log' },
  ],
  ['a digest in capitals', `  ${A.toUpperCase()}\n`, { digest: A, flag: null, from: 'digest' }],
  ['a digest in quotes', `"${A}"`, { digest: A, flag: null, from: 'digest' }],
  [
    'an option with the whole digest',
    `FUZZY_PLUS_DENIED(1.35)[8:${A}:1.00:txt]`,
    { digest: A, flag: 8, from: 'digest' },
  ],
  ['a digest that was wrapped', `X-Rspamd-Fuzzy: ${A.slice(0, 60)}\r\n ${A.slice(60)}`, { digest: A, from: 'header' }],
  ['a quoted header in a mail', `> X-Rspamd-Fuzzy: ${A.slice(0, 60)}\n> ${A.slice(60)}`, { digest: A, from: 'header' }],
])('reads %s', (_, text, expected) => expect(found(text)).toMatchObject([expected]));

test('reads each hash of several headers, and of one joined by commas', () => {
  const two = [
    { digest: A, flag: 8 },
    { digest: B, flag: 1 },
  ];
  const note = (flag: number) => `(rule=FUZZY_PLUS; flag=${flag}; prob=1.00)`;
  expect(found(`X-Rspamd-Fuzzy: ${A} ${note(8)}\nX-Rspamd-Fuzzy: ${B} ${note(1)}`)).toMatchObject(two);
  expect(found(`X-Rspamd-Fuzzy: ${A} ${note(8)},${B} ${note(1)}`)).toMatchObject(two);
  expect(found(`${A}\n${B}`)).toHaveLength(2);
});

test("gives a hash no flag that belongs to the next one's", () => {
  expect(found(`X-Rspamd-Fuzzy: ${A}, ${B} (rule=x; flag=1; prob=1.00)`)).toMatchObject([{ flag: null }, { flag: 1 }]);
});

test('names a hash once, with its flag if any mention has one', () => {
  expect(found(`${A}\nX-Rspamd-Fuzzy: ${A} (rule=x; flag=8; prob=1.00)`)).toMatchObject([{ digest: A, flag: 8 }]);
});

test.each([
  'FUZZY_DENIED(1.35)[8:589bff398e:1.00:txt]',
  'Symbol: FUZZY_PLUS_DENIED (1.35)[8:589bff398e:1.00:txt]',
  'FUZZY_PLUS_DENIED(1.35)[8:589bff398e:0.91:txt:c0ffee17c0]',
])('says that the options of a symbol show the beginning only: %s', (text) =>
  expect(parsePasted(text)).toEqual({ digests: [], short: ['589bff398e'] }),
);

test('says nothing of a beginning whose whole digest is there', () => {
  expect(parsePasted(`X-Rspamd-Fuzzy: ${A}\nFUZZY_DENIED(1.35)[8:${A.slice(0, 10)}:1.00:txt]`).short).toEqual([]);
});

test.each([
  ['nothing', ''],
  ['too short', A.slice(1)],
  ['too long', `${A}0`],
  ['no hex', 'g'.repeat(128)],
  ['times', 'at 10:00:00 12:1.00:txt'],
])('finds nothing in what is %s', (_, text) => expect(parsePasted(text)).toEqual({ digests: [], short: [] }));

test('takes 20 digests at most, and reads the largest text at once', () => {
  const many = Array.from({ length: 40 }, (_, n) => n.toString(16).padStart(128, '0')).join('\n');
  expect(found(many)).toHaveLength(MAX_DIGESTS);
  const before = performance.now();
  for (const piece of ['a', 'ab\n', '8:', '(', ' \n', 'flag', `${A}\n`, 'queried=', '"found":"'])
    parsePasted(piece.repeat(70_000));
  expect(performance.now() - before).toBeLessThan(5000);
});

test('keeps of a pasted text only what it recognised', () => {
  const text = `Delivered-To: anna@example.com\nX-Rspamd-Fuzzy: ${A} (rule=FUZZY_PLUS; flag=8; prob=1.00)\n${B}`;
  expect(evidenceOf(parsePasted(text))).toBe(`header, flag 8: ${A}\ndigest: ${B}`);
});
