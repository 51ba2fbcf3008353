import { Pagination } from '#components/ui/tables/pagination.tsx';
import { nextPage, PAGE_SIZE, pageNumber, previousPage, type Paging, type PagingChange } from './keyset-pages.ts';

type KeysetPaginationProps = {
  /** The accessible name, such as “Pages of users”. */
  label: string;
  view: Paging;
  shown: number;
  pageSize?: number;
  list: { total: number; total_is_capped?: boolean; next_cursor: string | null };
  href: (change: PagingChange) => string;
  turn: (change: PagingChange) => void;
};

/** Previous and Next for a list whose page is in the URL. */
export function KeysetPagination({
  label,
  view,
  shown,
  pageSize = PAGE_SIZE,
  list,
  href,
  turn,
}: KeysetPaginationProps) {
  const [next, previous] = [nextPage(view, list.next_cursor), previousPage(view)];
  return (
    <Pagination
      label={label}
      from={(pageNumber(view) - 1) * pageSize + 1}
      shown={shown}
      total={list.total}
      isTotalCapped={list.total_is_capped}
      previousHref={previous ? href(previous) : undefined}
      nextHref={next ? href(next) : undefined}
      onNavigate={(to) => {
        const change = next && to === href(next) ? next : previous;
        if (change) turn(change);
      }}
    />
  );
}
