import { createLoader, createSerializer, type inferParserType } from 'nuqs/server';
import { FIRST_PAGE, PAGE_SIZE, PAGING } from './keyset-pages.ts';

export type Parsers = Parameters<typeof createLoader>[0];
type Name<P> = keyof P & string;
export type Change<V> = { [K in keyof V]?: V[K] | null };
export type Words = { title: string; text: string };
/** The view of a list, as stored in the URL. */
export type ViewOf<P extends Parsers> = inferParserType<P & typeof PAGING>;

type Definition<P extends Parsers> = {
  path: string;
  /** The query key. The key of a page ends with its query. */
  key: readonly string[];
  /** Begins “… could not be refreshed.” */
  name: string;
  /** One row: `user`. */
  noun: string;
  parsers: P;
  /** The parameters that narrow the list. */
  filters: readonly Name<P>[];
  /** Further parameters of the endpoint, such as the order. */
  order?: readonly Name<P>[];
  /** The parameter with the id of the row shown beside the list. */
  beside?: Name<P>;
  pageSize?: number;
  /** What begins anew with another filter. */
  restarts?: Readonly<Partial<Record<Name<P>, null>>>;
  /** Why the list is not there (docs/product.md, “Fixed texts”). */
  failed: string;
  /** Said of a list without rows; with filters, `noMatch`. */
  none: Words | ((view: ViewOf<P>) => Words);
  noMatch: Words | ((view: ViewOf<P>) => Words);
};

/** A list of the console: what its URL holds, what its endpoint is asked, and what it says without rows. */
export function defineList<const P extends Parsers>(definition: Definition<P>) {
  type View = ViewOf<P>;
  const { path, filters, order = [], beside, pageSize = PAGE_SIZE, restarts } = definition;
  const parsers = { ...definition.parsers, ...PAGING };
  const serialize = createSerializer(parsers) as unknown as (base: string, values: object) => string;
  const first = { ...FIRST_PAGE, ...(beside && { [beside]: null }) } as Change<View>;
  const cleared = { ...Object.fromEntries(filters.map((name) => [name, null])), ...restarts, ...first } as Change<View>;
  /** What differs from the defaults, for the endpoint. */
  const queryOf = (view: View, names: readonly Name<P>[]) =>
    new URLSearchParams(
      names.flatMap((name) => {
        const value = String(view[name as keyof View] ?? '').trim();
        return value && value !== String(definition.parsers[name]?.defaultValue ?? '') ? [[name, value]] : [];
      }),
    );
  /** A changed filter matches other rows. */
  const settled = (change: Change<View>): Change<View> =>
    filters.some((name) => name in change) ? { ...change, ...restarts } : change;
  return {
    ...definition,
    parsers,
    pageSize,
    /** The change of the view that leads to the first page, and closes what is beside the list. */
    first,
    /** The change of the view that clears all filters. */
    cleared,
    settled,
    /** Reads the view from a page's query. */
    load: createLoader(parsers) as unknown as (
      query: URLSearchParams | Record<string, string | string[] | undefined>,
    ) => View,
    href: (view: View, change: Change<View>) => serialize(path, { ...view, ...settled(change) }),
    isFiltered: (view: View) => [...queryOf(view, filters)].length > 0,
    filterQuery: (view: View) => queryOf(view, filters),
    /** The query of the endpoint, without the page. */
    listQuery: (view: View) => queryOf(view, [...filters, ...order]),
    /** The query of the endpoint for the current page. */
    pageQuery: (view: View): string =>
      String(
        new URLSearchParams([
          ...(pageSize === PAGE_SIZE ? [] : [['limit', String(pageSize)]]),
          ...queryOf(view, [...filters, ...order]),
          ...view.after.slice(-1).map((cursor) => ['cursor', cursor]),
        ]),
      ),
  };
}

export type List<P extends Parsers> = ReturnType<typeof defineList<P>>;
