import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Email } from '#lib/email-address/schema.ts';
import { parse } from './parse.ts';

const refused = (code: string): unknown => expect.objectContaining({ code });
const nested = (depth: number, core: unknown): unknown => {
  let value = core;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
};

const Body = z.strictObject({
  email: Email,
  name: z.string().min(1).max(3),
  kind: z.enum(['a', 'b']).optional(),
  list: z.array(z.int().max(3)).max(1).optional(),
  to: z.union([z.literal(''), z.null(), Email]).optional(),
  id: z.uuid().optional(),
});

describe('parse (S52, S55)', () => {
  test.each([
    ['a NUL', { name: 'a\0b' }],
    ['a lone high surrogate', { name: 'x\ud800y' }],
    ['a lone low surrogate', { name: '\udc00' }],
    ['a NUL in a field name', { name: 'a', more: { 'b\0': 1 } }],
    ['a deeply nested lone surrogate', { name: 'a', more: nested(30_000, '\udfff') }],
  ])('reports %s as malformed in a body or query, and as not_found in a path', (_what, value) => {
    const schema = z.looseObject({ name: z.string() });
    expect(() => parse(schema, value, 'malformed')).toThrow(refused('malformed'));
    expect(() => parse(schema, value, 'not_found')).toThrow(refused('not_found'));
  });

  test.each(['', 'ä漢🐴', '\u0001', 'a\u2028b', '\ufffe'])('accepts the text %j', (name) => {
    expect(parse(z.object({ name: z.string() }), { name }, 'malformed')).toEqual({ name });
  });

  test.each([
    ['no fields', {}, { email: 'Please enter an email address.', name: 'Please fill in “name”.' }],
    ['an empty field', { email: 'a@b.example', name: '' }, { name: 'Please fill in “name”.' }],
    ['an invalid email address', { email: 'a b', name: 'x' }, { email: 'Please enter a valid email address.' }],
    ['too long a text', { email: 'a@b.example', name: 'four' }, { name: 'This must be at most 3 characters long.' }],
    ['an unknown choice', { email: 'a@b.example', name: 'x', kind: 'c' }, { kind: 'Please choose one of: a, b.' }],
    ['too many entries', { email: 'a@b.example', name: 'x', list: [1, 2] }, { list: 'This must be at most 1 entry.' }],
    ['too large a number', { email: 'a@b.example', name: 'x', list: [9] }, { 'list.0': 'This must be at most 3.' }],
    [
      'an invalid optional email address',
      { email: 'a@b.example', name: 'x', to: 'y' },
      { to: 'Please enter a valid email address.' },
    ],
    ['an invalid id', { email: 'a@b.example', name: 'x', id: 'y' }, { id: 'This is not a valid ID.' }],
  ])('names each broken rule in a sentence for a body with %s', (_what, value, fields) => {
    const text = Object.values(fields)[0];
    expect(() => parse(Body, value, 'invalid')).toThrow(
      expect.objectContaining({ code: 'invalid', message: text, fields }),
    );
    expect(() => parse(Body, value, 'malformed')).toThrow(expect.objectContaining({ code: 'malformed', fields }));
  });

  test.each([
    ['a number for a text', { email: 5, name: 'x' }, { email: 'This must be text.' }],
    ['null for a text', { email: null, name: '' }, { email: 'This must be text.', name: 'Please fill in “name”.' }],
    ['a fraction', { email: 'a@b.example', name: 'x', list: [1.5] }, { 'list.0': 'This must be a whole number.' }],
    ['a list for an object', [], { '': 'This must be an object.' }],
    ['no value', undefined, { '': 'A value is missing.' }],
    ['a number for a choice', { email: 'a@b.example', name: 'x', kind: 5 }, { kind: 'Please choose one of: a, b.' }],
    ['a list for an optional email address', { email: 'a@b.example', name: 'x', to: [] }, { to: 'This must be text.' }],
    ['an unknown field', { email: 'a@b.example', name: 'x', more: 1 }, { '': 'Unknown field.' }],
  ])('reports a body with %s as malformed', (_what, value, fields) => {
    const refusal = { code: 'malformed', message: 'The request is malformed.', fields };
    expect(() => parse(Body, value, 'invalid')).toThrow(expect.objectContaining(refusal));
  });

  test('prefers the text of a schema to the general text', () => {
    const schema = z.strictObject({ flag: z.literal('1', 'A flag is 1.').optional() }, 'Unknown flag.');
    for (const [query, message] of [
      [{ flag: '0' }, 'A flag is 1.'],
      [{ other: '1' }, 'Unknown flag.'],
    ] as const)
      expect(() => parse(schema, query, 'malformed')).toThrow(expect.objectContaining({ code: 'malformed', message }));
  });

  test('names the invalid field, and returns undefined without a schema', () => {
    const schema = z.object({ a: z.object({ b: z.int() }) });
    expect(() => parse(schema, { a: { b: 'x' } }, 'malformed')).toThrow(
      expect.objectContaining({ code: 'malformed', fields: { 'a.b': expect.any(String) } }),
    );
    expect(parse(undefined, { a: 1 }, 'malformed')).toBeUndefined();
  });
});
