import type { z } from 'zod';
import { withQuery } from '#lib/base/paths.ts';
import { text } from '#lib/base/text/text.ts';

/** A page's query as Next passes it. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;
type Given = Awaited<SearchParams>;

/** A code or a flag that a page compares with those it knows. */
export const word = text(60).regex(/^\w+$/);

/** The first value of a query parameter; an empty value counts as absent. */
const first = (value: string | string[] | undefined): string | undefined =>
  (Array.isArray(value) ? value[0] : value) || undefined;

/**
 * The parameters of a page's query that fit their schemas; any other one counts as absent, so that a page shows no text
 * that it does not expect (S87). A repeated parameter keeps its first value.
 */
export function readQuery<S extends Record<string, z.ZodType>>(
  schemas: S,
  given: Given,
): { [N in keyof S]?: z.output<S[N]> } {
  const read = Object.entries(schemas).flatMap(([name, schema]) => {
    const value = first(given[name]);
    const result = value === undefined ? undefined : schema.safeParse(value);
    return result?.success ? [[name, result.data]] : [];
  });
  return Object.fromEntries(read) as { [N in keyof S]?: z.output<S[N]> };
}

/** Every parameter of a page's query, for a schema that refuses the whole query if one of them is malformed. */
export const singleValues = (given: Given): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, first(value)]));

/** A page's own path with its query, to return to. A repeated parameter keeps its first value. */
export const addressOf = (path: string, query: Given): string => withQuery(path, singleValues(query));
