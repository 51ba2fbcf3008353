import { expect, test } from 'vitest';
import { asciiDomain, searchedTexts } from './domain.ts';

test.each([
  ['Example.COM', 'example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['BÜCHER.example', 'xn--bcher-kva.example'],
  ['straße.example', 'xn--strae-oqa.example'],
  ['ΒΌΛΟΣ.example', 'xn--nxasmq6b.example'], // Σ is σ, not the ς that lower case makes of it at the end of a word
  ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
  ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
  ['한국.example', 'xn--3e0b707e.example'],
  ['правда.рф', 'xn--80aafi6cg.xn--p1ai'],
  ['l·l.example', 'xn--ll-0ea.example'],
  ['аррӏе.com', 'xn--80ak6aa92e.com'], // all Cyrillic: a name of its own
  ['exam\u00adple-ü.com', 'xn--example--e6a.com'],
])('writes %j as %j (S89)', (typed, ascii) => {
  expect(asciiDomain(typed)).toBe(ascii);
});

test.each([
  ['a Cyrillic а', 'exаmple.com'],
  ['a Greek ο', 'gοοgle.com'],
  ['Cyrillic and Greek', 'аβ.example'],
  ['Hebrew and Arabic', 'אب.example'],
  ['a percent code', 'ü%41.com'],
  ['a port', 'ü.com:80'],
  ['a path', 'ü.com/x'],
  ['another host', 'ü.com\\x'],
  ['an IPv4 address', 'ü.127.0.0.1'],
  ['an IPv6 address', '[ü::1]'],
  ['a symbol', '☃.example'],
  ['a letter that changes the direction', 'ü\u202ecom.example'],
  ['a hyphen at an end', '-bücher.example'],
  ['a broken Punycode', 'xn--a.ü.example'],
  ['a half of a character', 'ü\ud800.example'],
  ['300 letters', `${'ü'.repeat(300)}.example`],
])('refuses %s: %j (S12, S89)', (_what, typed) => {
  expect(asciiDomain(typed)).toBeNull();
});

test.each([
  ['you@example.com', ['you@example.com']],
  ['you@Bücher.example', ['you@Bücher.example', 'you@xn--bcher-kva.example']],
  ['bücher', ['bücher', 'xn--bcher-kva']],
  ['@bücher.', ['@bücher.', '@xn--bcher-kva.']],
  ['ｙｏｕ＠example', ['ｙｏｕ＠example', 'you@example']],
  ['pays by invoice, Bücher GmbH', ['pays by invoice, Bücher GmbH']],
  ['you@exаmple.com', ['you@exаmple.com']],
  ['50%', ['50%']],
])('looks for %j as %j', (typed, texts) => {
  expect(searchedTexts(typed)).toEqual(texts);
});
