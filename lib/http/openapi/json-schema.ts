import { z } from 'zod';
import type { JsonSchema } from './document-types.ts';

/** Schemas that stand once in the document, by their name. */
export type Components = Record<string, JsonSchema>;

/**
 * A zod schema as JSON Schema: of what is sent (`input`), or of what is answered (`output`). What it names by an id goes
 * into `components`. Answers may grow, so nothing is said about further names.
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

/** Dates travel as text; patterns that a format says already, names that are text and the bounds of any safe integer say nothing. */
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
