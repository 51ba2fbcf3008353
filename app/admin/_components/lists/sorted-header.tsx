import { SortHeader } from '#components/ui/tables/sort-header.tsx';

/** The sort order of a list in the URL, and how to change it. */
export type ListOrder<F extends string> = {
  sort: F | `-${F}`;
  href: (sort: F | `-${F}`) => string;
  go: (sort: F | `-${F}`) => void;
};

type SortedHeaderProps<F extends string> = {
  by: NoInfer<F>;
  order: ListOrder<F>;
  isDescendingFirst?: boolean;
  leftOut?: 'medium' | 'wide';
  children: string;
};

/** Header of a column: a click sorts by it, the next click reverses the order. */
export function SortedHeader<F extends string>(props: SortedHeaderProps<F>) {
  const { by, order, isDescendingFirst = false, ...header } = props;
  const [first, second] = isDescendingFirst ? ([`-${by}`, by] as const) : ([by, `-${by}`] as const);
  const next = order.sort === first ? second : first;
  const sorted = order.sort === by ? 'ascending' : order.sort === `-${by}` ? 'descending' : 'none';
  return <SortHeader sorted={sorted} href={order.href(next)} onNavigate={() => order.go(next)} {...header} />;
}
