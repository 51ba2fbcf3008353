import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { HeaderCell } from '#components/ui/tables/table.tsx';
import type { UserListView } from '#lib/users/views.ts';
import { type ListState, ListTable } from '../../lists/list-table.tsx';
import { type ListOrder, SortedHeader } from '../../lists/sorted-header.tsx';
import { UserRow, type UserRowHandlers } from './user-row.tsx';
import type { UsersChange, UsersView } from './users-list.ts';

const COLUMNS = 10;

type UsersTableProps = UserRowHandlers & {
  list: {
    state: ListState<UserListView>;
    order: ListOrder<'email' | 'last_seen_at' | 'created_at'>;
    view: UsersView;
    href: (change: UsersChange) => string;
  };
  ticked: ReadonlySet<string>;
  onTickAll: () => void;
};

/** One page of users. */
export function UsersTable({ list, ticked, onTickAll, ...handlers }: UsersTableProps) {
  const { state, order, view, href } = list;
  const shown = state.answer.data?.users.length ?? 0;
  return (
    <ListTable
      state={state}
      caption="Users"
      isCaptionHidden
      isDense
      columns={COLUMNS}
      titleColumn={1}
      head={
        <>
          <HeaderCell>
            <Checkbox
              aria-label="Select all on this page"
              disabled={!shown}
              checked={ticked.size > 0 && ticked.size === shown}
              isIndeterminate={ticked.size > 0 && ticked.size !== shown}
              onChange={onTickAll}
            />
          </HeaderCell>
          <SortedHeader by="email" order={order}>
            User
          </SortedHeader>
          <HeaderCell>Status</HeaderCell>
          <HeaderCell>Subscription</HeaderCell>
          <HeaderCell isNumeric leftOut="medium">
            Usage
          </HeaderCell>
          <HeaderCell>Limits</HeaderCell>
          <HeaderCell>API Key</HeaderCell>
          <SortedHeader by="last_seen_at" isDescendingFirst leftOut="medium" order={order}>
            Last seen (UTC)
          </SortedHeader>
          <SortedHeader by="created_at" isDescendingFirst leftOut="wide" order={order}>
            Created (UTC)
          </SortedHeader>
          <HeaderCell leftOut="beside">Actions</HeaderCell>
        </>
      }
    >
      {({ users }) =>
        users.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            href={href({ user: user.id })}
            isTicked={ticked.has(user.id)}
            isOpen={view.user === user.id}
            {...handlers}
          />
        ))
      }
    </ListTable>
  );
}
