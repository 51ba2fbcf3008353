import { withQuery } from '#lib/paths.ts';

/** A page's query as Next passes it. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** The first value of a query parameter; an empty value counts as absent. */
export const first = (value: string | string[] | undefined): string | undefined =>
  (Array.isArray(value) ? value[0] : value) || undefined;

/** A page's own path with its query, to return to. A repeated parameter keeps its first value. */
export const addressOf = (path: string, query: Awaited<SearchParams>): string =>
  withQuery(path, Object.fromEntries(Object.entries(query).map(([name, value]) => [name, first(value)])));
