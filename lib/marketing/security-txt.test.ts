import { expect, test } from 'vitest';
import { securityTxt } from './security-txt.ts';

test('security.txt has the fields of RFC 9116 and expires half a year after it was asked for', () =>
  expect(securityTxt('https://shop.example', new Date('2026-11-21T00:00:00Z'))).toBe(
    [
      'Contact: mailto:security@rspamd.example',
      'Expires: 2027-05-20T00:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://shop.example/.well-known/security.txt\n',
    ].join('\n'),
  ));
