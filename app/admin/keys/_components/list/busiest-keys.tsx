'use client';

import { UsageOverview } from '#components/usage/usage-overview.tsx';
import type { Counted } from '#lib/http/list-query.ts';
import { KeysetPagination } from '../../../_components/lists/keyset-pagination.tsx';
import { useSettled } from '../../../_components/lists/use-settled.ts';
import { PAGE_SIZE, rankingQuery, type KeysView } from './keys-query.ts';
import { busyPaging, type ViewChange } from './keys-view.ts';
import { useRanking } from './use-keys.ts';

type BusiestKeysProps = {
  view: KeysView;
  /** the list of the matching keys */
  list: Counted;
  go: (change: ViewChange) => void;
  href: (change: ViewChange) => string;
};

/** The usage of all matching keys, busiest first, one page at a time. */
export function BusiestKeys({ view, list, go, href }: BusiestKeysProps) {
  const ranking = useRanking(useSettled(rankingQuery(view), view.search), view.overview);
  const paging = { page: view.busyPage, after: view.busyAfter };
  return (
    <UsageOverview ranking={ranking} isExpanded={view.overview} onExpand={(isExpanded) => go({ overview: isExpanded })}>
      {ranking.data && list.total > PAGE_SIZE && (
        <KeysetPagination
          label="Pages of the usage overview"
          view={paging}
          shown={ranking.data.keys.length}
          pageSize={PAGE_SIZE}
          list={{ ...list, next_cursor: ranking.data.next_cursor }}
          href={(change) => href(busyPaging(change))}
          turn={(change) => go(busyPaging(change))}
        />
      )}
    </UsageOverview>
  );
}
