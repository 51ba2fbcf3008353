import { SCHEMAS, typesOf, type Schema } from './schema.ts';

/** A decoded body whose types are not known yet: every value is a string. */
export type FormTree = { [key: string]: string | FormTree };

const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

/** Decodes Stripe's bracket notation (`a[b][0][c]=v`, `a[]=v`). Throws an Error for a malformed or conflicting key. */
export function decodeForm(body: string): FormTree {
  const root = emptyTree();
  for (const [key, value] of new URLSearchParams(body)) {
    const [, head, rest] = KEY.exec(key) ?? [];
    if (head === undefined || rest === undefined) throw new Error(`Malformed parameter name: ${key}`);
    const segments = [head, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? '')];
    put(root, segments, value, key);
  }
  return root;
}

function put(root: FormTree, segments: string[], value: string, key: string) {
  let node = root;
  for (const [depth, segment] of segments.entries()) {
    const name = segment === '' ? String(Object.keys(node).length) : segment;
    if (depth === segments.length - 1) {
      if (name in node) throw new Error(`Parameter given twice: ${key}`);
      node[name] = value;
      return;
    }
    const next = node[name] ?? emptyTree();
    if (typeof next === 'string') throw new Error(`Conflicting parameters at ${key}`);
    node[name] = next;
    node = next;
  }
}

// Without a prototype, so that `__proto__` is an ordinary name.
const emptyTree = (): FormTree => Object.create(null) as FormTree;

/** Converts the strings of a form to the schema's types. A value that does not fit stays a string, to be refused. */
export function coerce(value: string | FormTree, schema: Schema, schemas: Record<string, Schema>): unknown {
  const alternatives = flatten(schema, schemas);
  return typeof value === 'string' ? coerceText(value, alternatives) : coerceTree(value, alternatives, schemas);
}

function flatten(schema: Schema, schemas: Record<string, Schema>): Schema[] {
  const target = dereference(schema, schemas);
  return target.anyOf ? target.anyOf.flatMap((each) => flatten(each, schemas)) : [target];
}

/** Follows `$ref`s. */
export function dereference(schema: Schema, schemas: Record<string, Schema>): Schema {
  let target = schema;
  while (target.$ref) target = schemas[target.$ref.slice(SCHEMAS.length)] ?? {};
  return target;
}

function coerceText(text: string, alternatives: Schema[]): unknown {
  const allows = (type: string) => alternatives.some((each) => typesOf(each).includes(type));
  const isFreeText = (each: Schema) => typesOf(each).includes('string') && !each.enum && !('const' in each);
  if (alternatives.some((each) => each.enum?.includes(text) || each.const === text)) return text;
  if (text === '' && allows('null')) return null; // Emptyable<T>: an empty text unsets the field
  if (alternatives.some(isFreeText)) return text; // in metadata, for example, "42" stays a text
  if (allows('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (allows('integer') && /^-?\d+$/.test(text)) return Number(text);
  if (allows('number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return text;
}

function coerceTree(tree: FormTree, alternatives: Schema[], schemas: Record<string, Schema>): unknown {
  const entries = Object.entries(tree);
  const isNumbered = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key));
  const array = alternatives.find((each) => typesOf(each).includes('array'));
  if (array && isNumbered) {
    const inOrder = entries.sort(([a], [b]) => Number(a) - Number(b));
    return inOrder.map(([, item]) => coerce(item, array.items ?? {}, schemas));
  }
  const object =
    alternatives.find((each) => entries.some(([key]) => each.properties && key in each.properties)) ??
    alternatives.find((each) => typesOf(each).includes('object'));
  const others = typeof object?.additionalProperties === 'object' ? object.additionalProperties : {};
  return Object.fromEntries(
    entries.map(([key, item]) => [key, coerce(item, object?.properties?.[key] ?? others, schemas)]),
  );
}
