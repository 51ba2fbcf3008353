import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type ContractDocument, type OperationSchema, type Schema, SCHEMAS, typesOf } from './schema.ts';

/** A decoded body whose types are not known yet: every value is a string. */
type FormTree = { [key: string]: string | FormTree };

const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

/** Decodes Stripe's bracket notation (`a[b][0][c]=v`, `a[]=v`). Throws an Error for a malformed or conflicting key. */
function decodeForm(body: string): FormTree {
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
function coerce(value: string | FormTree, schema: Schema, schemas: Record<string, Schema>): unknown {
  const alternatives = flatten(schema, schemas);
  return typeof value === 'string' ? coerceText(value, alternatives) : coerceTree(value, alternatives, schemas);
}

function flatten(schema: Schema, schemas: Record<string, Schema>): Schema[] {
  const target = dereference(schema, schemas);
  return target.anyOf ? target.anyOf.flatMap((each) => flatten(each, schemas)) : [target];
}

/** Follows `$ref`s. */
function dereference(schema: Schema, schemas: Record<string, Schema>): Schema {
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

/** `param` is in Stripe's notation (`line_items[0][price]`). */
export type Violation = { keyword: string; param: string; message: string };
/** An operation found by HTTP method and path. `id` is the parameter in the path. */
export type Operation = OperationSchema & { pointer: string; id: string };
export type Contract = ReturnType<typeof createContract>;

const ROOT = path.resolve(import.meta.dirname, '../..');
const SDK_FOLDER = path.join(ROOT, 'node_modules/stripe');

/** Reads the contract from the cache, or generates it (3 s) if the SDK or the generator has changed. */
export const loadContract = (): Promise<Contract> =>
  (loaded ??= readOrGenerate(path.join(ROOT, 'node_modules/.cache')));

let loaded: Promise<Contract> | undefined;

async function readOrGenerate(cacheFolder: string): Promise<Contract> {
  const sdkVersion = readFileSync(path.join(SDK_FOLDER, 'VERSION'), 'utf8').trim();
  const file = path.join(cacheFolder, `stripe-contract-${sdkVersion}.json`);
  const generator = hashOf(['generate.ts', 'schema.ts', 'scope.ts', 'translate.ts']);
  if (existsSync(file)) {
    const cached = JSON.parse(readFileSync(file, 'utf8')) as ContractDocument;
    if (cached.generator === generator) return createContract(cached);
  }
  const { generateContract } = await import('./generate.ts'); // loads the TypeScript compiler, so only when needed
  const document = generateContract(SDK_FOLDER, generator);
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(document));
  renameSync(`${file}.${process.pid}`, file);
  return createContract(document);
}

function hashOf(files: string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(path.join(import.meta.dirname, file)));
  return hash.digest('hex');
}

function createContract(document: ContractDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addFormat('decimal', /^-?\d+(\.\d+)?$/);
  ajv.addSchema(document, 'stripe');
  const compiled = new Map<string, ValidateFunction>();
  const routes = Object.entries(document.paths).flatMap(([template, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({
      verb,
      operation,
      pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`),
      pointer: `#/paths/${template.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${verb}`,
    })),
  );

  function violations(pointer: string, value: unknown): Violation[] {
    let validate = compiled.get(pointer);
    if (!validate) compiled.set(pointer, (validate = ajv.compile({ $ref: `stripe${pointer}` })));
    return validate(value) ? [] : summarize(validate.errors ?? []);
  }

  return {
    apiVersion: document.apiVersion,
    /** The names of all operations. */
    operationIds: routes.map((route) => route.operation.operationId),
    /** The operation for a request, or null. */
    find(verb: string, pathname: string): Operation | null {
      for (const route of routes) {
        const match = route.verb === verb.toLowerCase() ? route.pattern.exec(pathname) : null;
        if (match) return { ...route.operation, pointer: route.pointer, id: decodeURIComponent(match[1] ?? '') };
      }
      return null;
    },
    /** Decodes and validates the parameters of a request. Throws an Error if the form is malformed. */
    readParams(operation: Operation, form: string): { params: unknown; violations: Violation[] } {
      const tree = decodeForm(form);
      const unknown = Object.keys(tree)[0];
      if (!operation.params) {
        const breach = unknown === undefined ? [] : [{ keyword: 'additionalProperties', param: unknown, message: '' }];
        return { params: {}, violations: breach };
      }
      const params = coerce(tree, operation.params, document.schemas);
      return { params, violations: violations(`${operation.pointer}/params`, params) };
    },
    checkAnswer: (operation: Operation, answer: unknown) => violations(`${operation.pointer}/answer`, answer),
    /** Validates an event by the schema of its type, so that the violations are readable. */
    checkEvent(event: { type: string }): Violation[] {
      const name = document.events[event.type];
      if (!name) return [{ keyword: 'type', param: 'type', message: `${event.type} is not in the contract` }];
      return violations(`#/schemas/${name}`, event);
    },
    /** The smallest valid object of this schema: every required field, as null, empty, 0 or false. */
    skeleton(name: string): Record<string, unknown> {
      const schema = document.schemas[name];
      if (!schema) throw new Error(`${name} is not in the contract`);
      return structuredClone(fill(schema, document.schemas)) as Record<string, unknown>;
    },
  };
}

/** Leaves out the errors of `anyOf` and `oneOf` if there are more specific ones. */
function summarize(errors: ErrorObject[]): Violation[] {
  const specific = errors.filter((error) => error.keyword !== 'anyOf' && error.keyword !== 'oneOf');
  return (specific.length ? specific : errors).map((error) => ({
    keyword: error.keyword,
    param: bracketed(error.instancePath, error.params.additionalProperty ?? error.params.missingProperty),
    message: error.message ?? 'is invalid',
  }));
}

function bracketed(pointer: string, last: unknown): string {
  const segments = pointer
    .split('/')
    .slice(1)
    .map((each) => each.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (typeof last === 'string') segments.push(last);
  return segments.map((segment, depth) => (depth ? `[${segment}]` : segment)).join('');
}

function fill(schema: Schema, schemas: Record<string, Schema>): unknown {
  const target = dereference(schema, schemas);
  if ('const' in target) return target.const;
  if (target.anyOf) {
    const alternatives = target.anyOf.map((each) => dereference(each, schemas));
    const [first] = alternatives;
    return !first || alternatives.some((each) => typesOf(each).includes('null')) ? null : fill(first, schemas);
  }
  const types = typesOf(target);
  if (types.includes('null')) return null;
  if (target.enum) return target.enum[0];
  if (types.includes('array')) return [];
  if (types.includes('boolean')) return false;
  if (types.includes('integer') || types.includes('number')) return 0;
  if (types.includes('string')) return '';
  const required = target.required ?? [];
  return Object.fromEntries(required.map((name) => [name, fill(target.properties?.[name] ?? {}, schemas)]));
}
