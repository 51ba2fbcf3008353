import { z } from 'zod';
import type { JsonSchema } from './document-types.ts';

/** Schemas that the document holds once, by name. */
export type Components = Record<string, JsonSchema>;

/**
 * A zod schema as JSON Schema, for a request (`input`) or a response (`output`). Schemas with an id go into
 * `components`. Responses may gain fields, so `additionalProperties: false` is left out.
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', components: Components): JsonSchema {
  const {
    $schema: _dialect,
    $defs = {},
    id,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => tidy(zodSchema, jsonSchema),
  });
  for (const [name, definition] of Object.entries($defs)) components[name] = withComponentRefs(definition);
  if (id === undefined) return withComponentRefs(json);
  components[id] = withComponentRefs(json);
  return { $ref: `#/components/schemas/${id}` };
}

type ZodSchema = { _zod: { def: { type: string } } };

/**
 * Writes dates as text, and drops what says nothing: patterns implied by a format, `propertyNames` of records, and the
 * bounds of safe integers.
 */
function tidy({ _zod: { def } }: ZodSchema, json: z.core.JSONSchema.BaseSchema): void {
  if (def.type === 'date') Object.assign(json, { type: 'string', format: 'date-time' });
  if (json.format) delete json.pattern;
  if (def.type === 'record') delete json.propertyNames;
  if (json.additionalProperties === false) delete json.additionalProperties;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
}

const withComponentRefs = (schema: object): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/')) as JsonSchema;
