import { cappedNumber } from '#components/ui/data/number-text.ts';
import { SortHeader } from '#components/ui/tables/sort-header.tsx';
import { HeaderCell } from '#components/ui/tables/table.tsx';
import type { FuzzyKeyListView, RankMap } from '#lib/fuzzy-keys/views.ts';
import { type ListState, ListTable } from '../../../_components/lists/list-table.tsx';
import { rankText } from '../dialogs/rank-options.ts';
import { KeyRow, type OnKeyAction } from './key-row.tsx';
import { type KeysChange, keysList, type KeysView, type SortField } from './keys-list.ts';

const COLUMNS = 9;

type KeysTableProps = {
  state: ListState<FuzzyKeyListView>;
  ranks: RankMap | undefined;
  view: KeysView;
  go: (change: KeysChange) => void;
  href: (change: KeysChange) => string;
  onAction: OnKeyAction;
};

/** One page of keys. */
export function KeysTable({ state, ranks, view, go, href, onAction }: KeysTableProps) {
  const title = view.deleted ? 'Deleted Keys' : 'Active Keys';
  const list = state.answer.data;
  const sort = { view, go, href };
  return (
    <ListTable
      state={state}
      caption={list ? `${title} (${cappedNumber(list)})` : title}
      isWidest
      columns={COLUMNS}
      head={
        <>
          <Sorted by="description" {...sort}>
            Description
          </Sorted>
          <HeaderCell>Plan</HeaderCell>
          <HeaderCell isNumeric>Usage</HeaderCell>
          <HeaderCell>Public Key</HeaderCell>
          <HeaderCell>Type</HeaderCell>
          <Sorted by="email" {...sort}>
            Email
          </Sorted>
          <Sorted by="rank" {...sort}>
            Rank
          </Sorted>
          <Sorted by="quantity" isNumeric {...sort}>
            Quantity
          </Sorted>
          <HeaderCell>Actions</HeaderCell>
        </>
      }
    >
      {({ keys }) =>
        keys.map((key) => <KeyRow key={key.id} fuzzyKey={key} rank={rankText(ranks, key.rank)} onAction={onAction} />)
      }
    </ListTable>
  );
}

type SortedProps = Pick<KeysTableProps, 'view' | 'go' | 'href'> & {
  by: SortField;
  isNumeric?: boolean;
  children: string;
};

/** Header of a column: clicks cycle through ascending, descending, and newest first. */
function Sorted({ by, view, go, href, ...header }: SortedProps) {
  const [sorted, next] =
    view.sort === by
      ? (['ascending', `-${by}`] as const)
      : view.sort === `-${by}`
        ? (['descending', null] as const)
        : (['none', by] as const);
  const change: KeysChange = { sort: next, ...keysList.first };
  return <SortHeader sorted={sorted} href={href(change)} onNavigate={() => go(change)} {...header} />;
}
