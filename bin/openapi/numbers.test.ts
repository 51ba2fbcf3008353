import { expect, test } from 'vitest';
import { published } from '#lib/openapi/published.ts';
import { MOST_INTEGER } from '#lib/base/numbers.ts';

/** Numbers that no `integer` of the database holds or is compared with. */
const OTHERS = [
  // Compared with what Stripe's preview says.
  ...['proration_date', 'today', 'then'].map((name) => `POST /account/api/billing/change ${name}`),
  // Stored as `bigint`.
  'POST /api/storage/usage sequence',
  'POST /api/storage/sources sequence',
];
/** Stored as JSON. */
const AS_JSON = 'POST /api/storage/answers ';

type Node = Record<string, unknown>;
const schemas = published.components.schemas as Record<string, Node>;

/** The names of the integers in a schema that may be larger than PostgreSQL's `integer`. */
function tooLarge(value: unknown, name: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { $ref, type, maximum, properties, ...parts } = value as Node;
  if (typeof $ref === 'string') return tooLarge(schemas[$ref.split('/').at(-1) ?? ''], name);
  const isTooLarge = type === 'integer' && !(typeof maximum === 'number' && maximum <= MOST_INTEGER);
  return [
    ...(isTooLarge ? [name] : []),
    ...Object.entries(properties ?? {}).flatMap(([key, each]) => tooLarge(each, key)),
    ...Object.values(parts).flatMap((each) => tooLarge(each, name)),
  ];
}

test('a number in a request fits the column that it is compared with or stored in', () => {
  const found = Object.entries(published.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Node>).flatMap(([method, { requestBody, parameters }]) =>
      [...tooLarge(requestBody, 'body'), ...tooLarge(parameters, 'query')].map(
        (name) => `${method.toUpperCase()} ${path} ${name}`,
      ),
    ),
  );
  expect(found.filter((name) => !name.startsWith(AS_JSON)).toSorted()).toEqual(OTHERS.toSorted());
});
