import { expect, test } from 'vitest';
import { z } from 'zod';
import { createSchema } from 'zod-openapi';
import type { JsonSchema } from './document-types.ts';
import { SCHEMA_STYLE } from './document.ts';
import { noteOf, shapeOf } from './shape.ts';

type Written = { schema: JsonSchema; components: Record<string, JsonSchema> };
const write = (schema: z.ZodType, io: 'input' | 'output') =>
  createSchema(schema, { io, opts: SCHEMA_STYLE }) as Written;
const shape = (given: z.ZodType) => {
  const { schema, components } = write(given, 'output');
  return shapeOf(schema, components);
};

test.each([
  [z.string(), 'string'],
  [z.iso.datetime(), 'time'],
  [z.date(), 'time'],
  [z.uuid().nullable(), 'uuid | null'],
  [z.enum(['a', 'b']), '"a" | "b"'],
  [z.literal('ok'), '"ok"'],
  [z.array(z.int()), '[integer, …]'],
  [z.union([z.string(), z.string(), z.number()]), 'string | number'],
  [z.unknown(), 'any'],
  [z.looseObject({}), '{…}'],
  [z.record(z.string(), z.int()), '{\n  "…": integer\n}'],
])('renders schema %#', (schema, text) => {
  expect(shape(schema)).toBe(text);
});

test('marks optional names of an object and appends descriptions', () => {
  const Inner = z.object({ rate: z.number().describe('requests per second') });
  const schema = z.object({ name: z.string().optional().describe('of the key'), limit: Inner.nullable() });
  expect(shape(schema)).toBe(
    [
      '{',
      '  "name"?: string  // of the key',
      '  "limit": {',
      '    "rate": number  // requests per second',
      '  } | null',
      '}',
    ].join('\n'),
  );
});

test.each([
  [z.coerce.number().int().min(1).max(200).default(50), '1 to 200; 50 by default'],
  [z.string().max(60), 'at most 60 characters'],
  [z.string().default(''), ''],
  [z.int(), ''],
])('notes the bounds and default of schema %#', (schema, text) => {
  expect(noteOf(write(schema, 'input').schema, {})).toBe(text);
});

test('renders a recursive schema by its name', () => {
  expect(shape(z.json().register(z.globalRegistry, { id: 'Anything' }))).toBe(
    'string | number | boolean | null | [Anything, …] | {\n  "…": Anything\n}',
  );
});
