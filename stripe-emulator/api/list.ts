import { findRow, invalid } from './api-error.ts';

type Page = { limit?: number; starting_after?: string; ending_before?: string };
type Range = { gt?: number; gte?: number; lt?: number; lte?: number };

/** One page of `rows`, which must be in order of creation. Lists the newest first. Throws StripeApiError. */
export function paginate<T extends { id: string }>(rows: T[], params: Page, url: string, noun: string) {
  const limit = params.limit ?? 10;
  if (limit < 1 || limit > 100) throw invalid('Invalid integer: limit must be between 1 and 100.', 'limit');
  const newestFirst = rows.toReversed();
  const position = (id: string, param: string) => {
    const index = newestFirst.findIndex((row) => row.id === id);
    if (index < 0) findRow({}, id, noun, param);
    return index;
  };
  if (params.ending_before !== undefined) {
    const end = position(params.ending_before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: newestFirst.slice(start, end), has_more: start > 0, url };
  }
  const start = params.starting_after === undefined ? 0 : position(params.starting_after, 'starting_after') + 1;
  const data = newestFirst.slice(start, start + limit);
  return { object: 'list', data, has_more: start + limit < newestFirst.length, url };
}

/** Stripe's `created` filter: a time or a range of times. */
export function isCreatedWithin(row: { created: number }, created: number | Range | undefined): boolean {
  if (created === undefined) return true;
  if (typeof created === 'number') return row.created === created;
  return (
    (created.gt === undefined || row.created > created.gt) &&
    (created.gte === undefined || row.created >= created.gte) &&
    (created.lt === undefined || row.created < created.lt) &&
    (created.lte === undefined || row.created <= created.lte)
  );
}
