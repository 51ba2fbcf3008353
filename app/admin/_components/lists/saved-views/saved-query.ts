import { SAVED_LISTS, type SavedList } from '#lib/admin/saved-views/schema.ts';

/** The query key of an admin's saved views. */
export const SAVED_VIEWS = ['admin', 'saved-views'];

/** Values that a list has without a parameter in its URL. */
const DEFAULTS: Record<SavedList, Record<string, string>> = {
  users: { sort: '-created_at' },
  keys: { sort: '-created_at', deleted: 'false' },
  audit: { sort: '-at' },
  jobs: { state: 'failed' },
};

/** What a saved view holds of a list's URL, in one order, so that equal views are equal texts. Empty: the list as it is. */
export function savedQuery(list: SavedList, view: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const name of SAVED_LISTS[list]) {
    const value = view[name];
    const text = typeof value === 'string' ? value.trim() : value === null || value === undefined ? '' : String(value);
    if (text && text !== DEFAULTS[list][name]) query.set(name, text);
  }
  return String(query);
}
