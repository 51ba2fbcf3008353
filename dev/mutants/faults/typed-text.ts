import type { Fault } from '../fault.ts';

export const typedText: Fault[] = [
  {
    name: 'a password is hashed as one keyboard types it',
    file: 'lib/users/password-hash.ts',
    find: 'argon2.hash(normalPassword(password), ARGON2)',
    replace: 'argon2.hash(password, ARGON2)',
    tests: ['lib/users/password-hash.test.ts'],
  },
  {
    name: 'an unknown address takes one hash where a wrong password takes two',
    file: 'lib/users/password-hash.ts',
    find: '  for (const text of new Set([normalPassword(password), password]))',
    replace: '  for (const text of hash === null ? [password] : new Set([normalPassword(password), password]))',
    tests: ['lib/users/password-hash.test.ts'],
  },
  {
    name: 'an old hash of typed text is never renewed',
    file: 'lib/users/password-hash.ts',
    find: '(normal === password || (await matches(hash, normal, caller)))',
    replace: 'Boolean(normal)',
    tests: ['lib/users/password-hash.test.ts', 'lib/auth/login/service.test.ts'],
  },
  {
    name: 'a domain may mix scripts',
    file: 'lib/email-address/domain.ts',
    find: ' && LABELS.some((pattern) => pattern.test(typed))',
    replace: ' && LABELS.length > 0',
    tests: ['lib/email-address/domain.test.ts', 'lib/email-address/schema.test.ts'],
  },
  {
    name: 'a deletion keeps the address where its letters are written out',
    file: 'lib/people/erase-address.ts',
    find: 'const spellings = spellingsInText(address);',
    replace: 'const spellings = [address, ...spellingsInText(address).slice(2)];',
    tests: ['lib/people/typed-address.test.ts'],
  },
];
