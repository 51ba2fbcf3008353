import { expect, test } from 'vitest';
import { namesAddress, replaceAddress, spellingsInText, withoutAddresses } from './in-text.ts';

const ADDRESS = 'a.b+c@shop.example';

test.each([
  [ADDRESS, 'X'],
  ['Manual A.B+C@Shop.Example (old key abc)', 'Manual X (old key abc)'],
  ['<a.b+c@shop.example>, a.b+c@shop.example.', '<X>, X.'],
  ['mailto:a.b+c@shop.example?subject=x', 'mailto:X?subject=x'],
])('replaces the address in %j: %j', (text, expected) => {
  expect(replaceAddress(text, ADDRESS, 'X')).toBe(expected);
  expect(namesAddress(text, ADDRESS)).toBe(true);
});

test.each([
  'xa.b+c@shop.example',
  'x.a.b+c@shop.example',
  'a.b+c@shop.example.org',
  'a.b+c@shop.examples',
  'aXb+c@shop.example',
])('leaves the different address %j alone', (text) => {
  expect(replaceAddress(text, ADDRESS, 'X')).toBe(text);
  expect(namesAddress(text, ADDRESS)).toBe(false);
});

test('inserts the new address literally, special characters included', () => {
  expect(replaceAddress(`Manual ${ADDRESS}`, ADDRESS, "o'$&$1@x.example")).toBe("Manual o'$&$1@x.example");
});

test.each([
  ["Can't send mail: 550 5.1.1 <a@b.example>: unknown", "Can't send mail: 550 5.1.1 <<address>>: unknown"],
  ['Key (email)=(a@b.example) already exists.', 'Key (email)=(<address>) already exists.'],
  ['GET /v1/customers?email=a%40b.example failed', 'GET /v1/<address> failed'],
  ['connect ECONNREFUSED 127.0.0.1:25', 'connect ECONNREFUSED 127.0.0.1:25'],
])('redacts %j to %j', (text, kept) => expect(withoutAddresses(text)).toBe(kept));

test.each([
  ['you@example.com', ['you@example.com']],
  ['you@xn--bcher-kva.example', ['you@xn--bcher-kva.example', 'you@bücher.example']],
  ['you@xn--a.example', ['you@xn--a.example']], // a broken Punycode
])('knows that a text may write %s as one of %j (S89)', (address, spellings) => {
  expect(spellingsInText(address)).toEqual(spellings);
});
