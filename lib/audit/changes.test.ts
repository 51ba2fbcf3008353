import { expect, test } from 'vitest';
import { changesOf, factsOf, inOneLine } from './changes.ts';
import { HIDDEN, hideSecrets } from './hide-secrets.ts';

test.each<[string, unknown, unknown, ReturnType<typeof changesOf>]>([
  ['a changed field', { a: 1, b: 'x' }, { a: 2, b: 'x' }, [{ field: 'a', before: '1', after: '2' }]],
  ['a field that was empty', { a: null }, { a: 'x' }, [{ field: 'a', before: null, after: 'x' }]],
  ['a field that is gone', { a: false }, {}, [{ field: 'a', before: 'false', after: null }]],
  ['a field in an object', { a: { b: [1, 2] } }, { a: { b: [] } }, [{ field: 'a.b', before: '1, 2', after: '[]' }]],
  ['a value without a name', 'on', 'deleted', [{ field: 'value', before: 'on', after: 'deleted' }]],
  ['something created', null, { a: 1 }, [{ field: 'a', before: null, after: '1' }]],
  ['nothing', { a: { b: 1 } }, { a: { b: 1 } }, []],
  ['a hidden value', { a: HIDDEN }, { a: HIDDEN }, [{ field: 'a', before: HIDDEN, after: HIDDEN }]],
])('shows %s', (_, before, after, changes) => {
  expect(changesOf(before, after)).toEqual(changes);
});

test('lists the details of an event by field, and writes a change in one line', () => {
  expect(factsOf({ keys: [1, { a: 2 }], reason: 'x', none: null })).toEqual([
    { field: 'keys', value: '1, {"a":2}' },
    { field: 'reason', value: 'x' },
  ]);
  expect(inOneLine({ field: 'limit', before: null, after: '5' })).toBe('limit: – → 5');
});

test('hides texts of fields that may hold a secret, and nothing else', () => {
  const id = '0197a000-0000-7000-8000-000000000001';
  expect(
    hideSecrets({
      client_secret: 'abc',
      passwordHash: '$argon2id$',
      tokens: ['abc', { value: 'def' }],
      nested: { privateKey: 'ghi', notes: 'jkl' },
      usage_token: id,
      has_password: true,
      public_key: 'mno',
      password: null,
    }),
  ).toEqual({
    client_secret: HIDDEN,
    passwordHash: HIDDEN,
    tokens: [HIDDEN, { value: HIDDEN }],
    nested: { privateKey: HIDDEN, notes: 'jkl' },
    usage_token: id,
    has_password: true,
    public_key: 'mno',
    password: null,
  });
});
