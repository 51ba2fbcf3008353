import type { JsonSchema } from './document-types.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

const nameOf = ({ $ref }: JsonSchema) => $ref?.replace('#/components/schemas/', '');

/** What a schema stands for: named ones are looked up. */
export function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const { description } = schema;
  const name = nameOf(schema);
  return name === undefined ? schema : { ...schemas[name], ...(description !== undefined && { description }) };
}

/**
 * A schema as a person reads it: JSON with types in the place of values, `?` after a name that may be left out, and what
 * must be said behind it.
 */
export const shapeOf = (schema: JsonSchema, schemas: Schemas): string =>
  shape(schema, { schemas, indent: '', within: [] });

/** `within` are the named schemas around it: one that holds itself is told by its name. */
type Place = { schemas: Schemas; indent: string; within: readonly string[] };

function shape(given: JsonSchema, place: Place): string {
  const name = nameOf(given);
  if (name !== undefined && place.within.includes(name)) return name;
  const schema = resolved(given, place.schemas);
  const inside = name === undefined ? place : { ...place, within: [...place.within, name] };
  const oneOf = (forms: readonly JsonSchema[]) => [...new Set(forms.map((form) => shape(form, inside)))].join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return oneOf(schema.anyOf);
  if (typeof schema.type === 'object') return oneOf(schema.type.map((type) => ({ ...schema, type })));
  if (schema.type === 'array') return `[${shape(schema.items ?? {}, inside)}, …]`;
  if (schema.type === 'object') return objectShape(schema, inside);
  return schema.format === 'date-time' ? 'time' : (schema.format ?? schema.type ?? 'any');
}

function objectShape({ properties = {}, required = [], additionalProperties }: JsonSchema, place: Place): string {
  const inner = { ...place, indent: `${place.indent}  ` };
  const isMap = typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0;
  const lines = [
    ...Object.entries(properties).map(([name, property]) => {
      const mark = required.includes(name) ? '' : '?';
      return withNote(`${inner.indent}"${name}"${mark}: ${shape(property, inner)}`, noteOf(property, place.schemas));
    }),
    ...(isMap ? [`${inner.indent}"…": ${shape(additionalProperties, inner)}`] : []),
  ];
  return lines.length ? `{\n${lines.join('\n')}\n${place.indent}}` : '{…}';
}

/** Behind the first line, where the name stands. */
function withNote(text: string, note: string): string {
  if (!note) return text;
  const [first = '', ...rest] = text.split('\n');
  return [`${first}  // ${note}`, ...rest].join('\n');
}

/** What a schema says besides its type: its description, the bounds of its values, what stands for nothing. */
export function noteOf(given: JsonSchema, schemas: Schemas): string {
  const schema = resolved(given, schemas);
  return [schema.description, boundsOf(schema), defaultOf(schema)].filter(Boolean).join('; ');
}

function boundsOf({ minimum, maximum, maxLength, maxItems }: JsonSchema): string | undefined {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `at least ${minimum}`;
  if (maximum !== undefined) return `at most ${maximum}`;
  if (maxLength !== undefined) return `at most ${maxLength} characters`;
  return maxItems === undefined ? undefined : `at most ${maxItems}`;
}

const defaultOf = ({ default: value }: JsonSchema): string | undefined =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length)
    ? undefined
    : `${JSON.stringify(value)} when left out`;
