import { expect, test } from 'vitest';
import { securityTxt } from './security-txt.ts';

test('writes the fields of RFC 9116 and expires 180 days after the request', () =>
  expect(securityTxt('https://shop.example', new Date('2026-11-21T00:00:00Z'))).toBe(
    [
      'Contact: mailto:security@rspamd.example',
      'Expires: 2027-05-20T00:00:00.000Z',
      'Preferred-Languages: en',
      'Policy: https://shop.example/security',
      'Canonical: https://shop.example/.well-known/security.txt\n',
    ].join('\n'),
  ));
