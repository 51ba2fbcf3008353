import type { JsonSchema } from './document-types.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

const nameOf = ({ $ref }: JsonSchema) => $ref?.replace('#/components/schemas/', '');

/** Resolves a reference, keeping its own description. */
export function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const { description } = schema;
  const name = nameOf(schema);
  return name === undefined ? schema : { ...schemas[name], ...(description !== undefined && { description }) };
}

/** A schema in readable form: JSON with types in place of values, `?` after an optional name, and notes as comments. */
export const shapeOf = (schema: JsonSchema, schemas: Schemas): string =>
  shape(schema, { schemas, indent: '', within: [] });

/** `within` names the enclosing schemas, so that a recursive schema is shown by its name. */
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

/** Appends the note to the first line, which holds the name. */
function withNote(text: string, note: string): string {
  if (!note) return text;
  const [first = '', ...rest] = text.split('\n');
  return [`${first}  // ${note}`, ...rest].join('\n');
}

/** What a schema says besides its type: its description, bounds and default. */
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
    : `${JSON.stringify(value)} by default`;
