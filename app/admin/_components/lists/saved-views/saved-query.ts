import { SAVED_LISTS, type SavedList } from '#lib/admin/saved-views/schema.ts';

/** The query key of an admin's saved views. */
export const SAVED_VIEWS = ['admin', 'saved-views'];

/** Values that a list has without a parameter in its URL. */
const DEFAULTS: Record<SavedList, Record<string, string>> = {
  users: { sort: '-created_at' },
  keys: { sort: '-created_at', deleted: 'false' },
  audit: { sort: '-at' },
  jobs: { state: 'failed', sort: '-created_at' },
};

/** A list's view as its URL holds it. Only texts, numbers and switches are saved. */
export type ViewValues = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/**
 * The filters and order of a list as a saved view stores them. The parameters have a fixed order, so that equal views
 * are equal strings. An empty string is the list without filters and in its usual order.
 */
export function savedQuery(list: SavedList, view: ViewValues): string {
  const query = new URLSearchParams();
  for (const name of SAVED_LISTS[list]) {
    const value = view[name];
    const text = String(value ?? '').trim();
    if (text && text !== DEFAULTS[list][name]) query.set(name, text);
  }
  return String(query);
}
