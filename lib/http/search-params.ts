/** A page's query as Next hands it over. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** The first value of a query parameter; an empty one counts as absent. */
export const first = (value: string | string[] | undefined): string | undefined =>
  (Array.isArray(value) ? value[0] : value) || undefined;
