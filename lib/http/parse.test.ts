import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parse } from './parse.ts';

const refused = (code: string): unknown => expect.objectContaining({ code });
const nested = (depth: number, core: unknown): unknown => {
  let value = core;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
};

describe('S52 S55', () => {
  test.each([
    ['a NUL', { name: 'a\0b' }],
    ['half a character', { name: 'x\ud800y' }],
    ['the other half', { name: '\udc00' }],
    ['a NUL in a name', { name: 'a', more: { 'b\0': 1 } }],
    ['half a character, very deep', { name: 'a', more: nested(30_000, '\udfff') }],
  ])('%s is malformed in a body or query, and not found in a path', (_what, value) => {
    const schema = z.looseObject({ name: z.string() });
    expect(() => parse(schema, value, 'malformed')).toThrow(refused('malformed'));
    expect(() => parse(schema, value, 'not_found')).toThrow(refused('not_found'));
  });

  test.each(['', 'ä漢🐴', '\u0001', 'a\u2028b', '\ufffe'])('%j is a text like any other', (name) => {
    expect(parse(z.object({ name: z.string() }), { name }, 'malformed')).toEqual({ name });
  });

  test('a field that does not fit is named, and without a schema there is nothing', () => {
    const schema = z.object({ a: z.object({ b: z.int() }) });
    expect(() => parse(schema, { a: { b: 'x' } }, 'malformed')).toThrow(
      expect.objectContaining({ code: 'malformed', fields: { 'a.b': expect.any(String) } }),
    );
    expect(parse(undefined, { a: 1 }, 'malformed')).toBeUndefined();
  });
});
