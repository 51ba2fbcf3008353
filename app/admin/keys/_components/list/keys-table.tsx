import type { ReactNode } from 'react';
import { cappedNumber } from '#components/ui/data/number-text.ts';
import { SortHeader } from '#components/ui/tables/sort-header.tsx';
import { SkeletonRows, TableMessage } from '#components/ui/tables/table-states.tsx';
import { HeaderCell, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import type { FuzzyKeyListView, RankMap } from '#lib/fuzzy-keys/views.ts';
import { KeyRow, type OnKeyAction } from './key-row.tsx';
import { FIRST_PAGE } from '../../../_components/lists/keyset-pages.ts';
import type { KeysView, SortField } from './keys-query.ts';
import type { ViewChange } from './keys-view.ts';
import { rankText } from '../dialogs/rank-options.ts';

const COLUMNS = 9;

type KeysTableProps = {
  list: FuzzyKeyListView | undefined;
  ranks: RankMap | undefined;
  view: KeysView;
  isBusy: boolean;
  go: (change: ViewChange) => void;
  href: (change: ViewChange) => string;
  onAction: OnKeyAction;
  /** Shown instead of rows. */
  message: ReactNode;
};

/** One page of keys. */
export function KeysTable({ list, ranks, view, isBusy, go, href, onAction, message }: KeysTableProps) {
  const title = view.deleted ? 'Deleted Keys' : 'Active Keys';
  const sort = { view, go, href };
  return (
    <Table caption={list ? `${title} (${cappedNumber(list)})` : title} isWidest isBusy={isBusy}>
      <TableHead>
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
      </TableHead>
      <TableBody>
        {message ? (
          <TableMessage columns={COLUMNS}>{message}</TableMessage>
        ) : list ? (
          list.keys.map((key) => (
            <KeyRow key={key.id} fuzzyKey={key} rank={rankText(ranks, key.rank)} onAction={onAction} />
          ))
        ) : (
          <SkeletonRows columns={COLUMNS} />
        )}
      </TableBody>
    </Table>
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
  const change: ViewChange = { sort: next, ...FIRST_PAGE };
  return <SortHeader sorted={sorted} href={href(change)} onNavigate={() => go(change)} {...header} />;
}
