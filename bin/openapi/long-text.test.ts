import { expect, test } from 'vitest';
import { z } from 'zod';
import { BillingQuery, BuyQuery } from '#lib/billing/schema.ts';
import { noWordsOfZod } from '#lib/http/answers/issue-text.ts';
import { readCalls } from './calls.ts';

/** As much text as a body may contain (S56). */
const LONG = 'a'.repeat(60_000);
const MOST = 50_000;

type Node = z.core.$ZodType;
type Def = Record<string, unknown> & { type: string; checks?: readonly z.core.$ZodCheck[] };
type Seen = { path: string; what: string };

const calls = await readCalls();
const inputs = calls.flatMap(({ method, path, query, body, params }) =>
  Object.entries({ query, body, params }).flatMap(([part, schema]) =>
    schema ? [{ name: `${method} ${path} ${part}`, schema }] : [],
  ),
);
inputs.push({ name: 'GET /buy query', schema: BuyQuery }, { name: 'GET /billing query', schema: BillingQuery });

const defOf = (schema: Node) => schema._zod.def as unknown as Def;
const isSchema = (value: unknown): value is Node => typeof value === 'object' && value !== null && '_zod' in value;

/** The schemas directly inside of a schema. */
function inner(schema: Node): Node[] {
  const def = defOf(schema);
  const parts = [
    def['innerType'],
    def['element'],
    def['in'],
    def['out'],
    def['keyType'],
    def['valueType'],
    def['left'],
    def['right'],
  ];
  return [
    ...parts,
    ...((def['options'] as unknown[]) ?? []),
    ...Object.values((def['shape'] as object | undefined) ?? {}),
  ].filter(isSchema);
}

function* walk(schema: Node, seen = new Set<Node>()): Generator<Node> {
  if (seen.has(schema)) return;
  seen.add(schema);
  yield schema;
  for (const each of inner(schema)) yield* walk(each, seen);
}

/** A value in which every string that the schema takes is long; null if it takes none. */
function longValues(schema: Node): unknown[] {
  const def = defOf(schema);
  if (def.type === 'string') return [LONG];
  if (def.type === 'array') return longValues(def['element'] as Node).map((value) => [value]);
  if (def.type === 'record') return longValues(def['valueType'] as Node).map((value) => ({ [LONG]: value }));
  if (def.type === 'union') return inner(schema).flatMap((option) => longValues(option));
  if (def.type === 'object') {
    const fields = Object.entries(def['shape'] as Record<string, Node>).map(
      ([name, field]) => [name, longValues(field)] as const,
    );
    const most = Math.max(0, ...fields.map(([, values]) => values.length));
    return Array.from({ length: most }, (_, n) =>
      Object.fromEntries(fields.map(([name, values]) => [name, values[Math.min(n, values.length - 1)]])),
    );
  }
  return inner(schema)
    .slice(0, 1)
    .flatMap((each) => longValues(each));
}

function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > MOST;
  return typeof value === 'object' && value !== null && Object.entries(value).some((pair) => pair.some(hasLongText));
}

/** Records each of our functions that is given a long text, and each pattern of a text with a maximum. */
function watch(name: string, schema: Node, seen: Seen[]) {
  const wrap = (holder: object, key: string, what: string) => {
    const original: unknown = Reflect.get(holder, key);
    if (typeof original !== 'function' || 'isWatched' in original) return;
    const watched = (...given: unknown[]): unknown => {
      const [value] = given;
      const input =
        typeof value === 'object' && value !== null && 'issues' in value ? Reflect.get(value, 'value') : value;
      if (hasLongText(input)) seen.push({ path: name, what });
      return Reflect.apply(original, holder, given);
    };
    Reflect.set(holder, key, Object.assign(watched, { isWatched: true }));
  };
  for (const each of walk(schema)) {
    const def = defOf(each);
    if (def.type === 'transform') wrap(def, 'transform', 'transform');
    const checks = def.checks ?? [];
    const hasMost = checks.some(({ _zod }) => _zod.def.check === 'max_length');
    for (const { _zod } of checks) {
      if (_zod.def.check === 'custom') {
        wrap(_zod.def, 'fn', 'refine');
        wrap(_zod, 'check', 'superRefine');
      }
      const pattern: unknown = Reflect.get(_zod.def, 'pattern');
      if (hasMost && pattern instanceof RegExp) {
        const own = new RegExp(pattern.source, pattern.flags);
        wrap(own, 'test', `pattern ${pattern.source}`);
        wrap(own, 'exec', `pattern ${pattern.source}`);
        Reflect.set(_zod.def, 'pattern', own);
      }
    }
  }
}

test('every maximum of a text ends its parsing (S87)', () => {
  const open = inputs.flatMap(({ name, schema }) =>
    [...walk(schema)].flatMap((each) =>
      (defOf(each).type === 'string' ? (defOf(each).checks ?? []) : []).flatMap(({ _zod }) =>
        _zod.def.check === 'max_length' && !_zod.def.abort ? [name] : [],
      ),
    ),
  );
  expect(inputs.length).toBeGreaterThan(100);
  expect(open).toEqual([]);
});

test('no rule of a request looks at a text that is too long (S87)', () => {
  const seen: Seen[] = [];
  for (const { name, schema } of inputs) watch(name, schema, seen);
  let parsed = 0;
  for (const { schema } of inputs)
    for (const value of longValues(schema)) {
      parsed += 1;
      z.safeParse(schema, value, noWordsOfZod);
    }
  expect(parsed).toBeGreaterThan(100);
  expect(seen).toEqual([]);
});
