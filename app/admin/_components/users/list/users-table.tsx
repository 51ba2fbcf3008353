import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { QueryResult, type QueryState } from '#components/ui/states/query-result.tsx';
import { SortHeader } from '#components/ui/tables/sort-header.tsx';
import { SkeletonRows, TableMessage } from '#components/ui/tables/table-states.tsx';
import { HeaderCell, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import type { UserListView } from '#lib/users/views.ts';
import { UserRow, type UserRowHandlers } from './user-row.tsx';
import { NoUsers, UsersFailure } from './users-message.tsx';
import type { UsersView } from './users-query.ts';
import { FIRST_PAGE, type ViewChange } from './users-view.ts';

const COLUMNS = 10;

type UsersTableProps = UserRowHandlers & {
  query: QueryState<UserListView>;
  view: UsersView;
  ticked: ReadonlySet<string>;
  go: (change: ViewChange) => void;
  href: (change: ViewChange) => string;
  onTickAll: () => void;
};

/** One page of users. */
export function UsersTable({ query, view, ticked, go, href, onTickAll, ...handlers }: UsersTableProps) {
  const shown = query.data?.users.length ?? 0;
  const sort = { view, go, href };
  return (
    <Table caption="Users" isCaptionHidden isDense isBusy={query.isFetching}>
      <TableHead>
        <HeaderCell>
          <Checkbox
            aria-label="Select all on this page"
            disabled={!shown}
            checked={ticked.size > 0 && ticked.size === shown}
            isIndeterminate={ticked.size > 0 && ticked.size !== shown}
            onChange={onTickAll}
          />
        </HeaderCell>
        <Sorted by="email" {...sort}>
          User
        </Sorted>
        <HeaderCell>Status</HeaderCell>
        <HeaderCell>Subscription</HeaderCell>
        <HeaderCell isNumeric>Usage</HeaderCell>
        <HeaderCell leftOut="medium">Limits</HeaderCell>
        <HeaderCell leftOut="medium">API Key</HeaderCell>
        <Sorted by="last_seen_at" isDescendingFirst leftOut="medium" {...sort}>
          Last seen (UTC)
        </Sorted>
        <Sorted by="created_at" isDescendingFirst leftOut="wide" {...sort}>
          Created (UTC)
        </Sorted>
        <HeaderCell leftOut="beside">Actions</HeaderCell>
      </TableHead>
      <TableBody>
        <QueryResult
          query={query}
          skeleton={<SkeletonRows columns={COLUMNS} titleColumn={1} />}
          failure={(error, retry) => (
            <TableMessage columns={COLUMNS}>
              <UsersFailure error={error} onRetry={retry} view={view} go={go} href={href} />
            </TableMessage>
          )}
        >
          {({ users, counts }) =>
            users.length ? (
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
            ) : (
              <TableMessage columns={COLUMNS}>
                <NoUsers total={counts.total} go={go} />
              </TableMessage>
            )
          }
        </QueryResult>
      </TableBody>
    </Table>
  );
}

type SortedProps = Pick<UsersTableProps, 'view' | 'go' | 'href'> & {
  by: 'email' | 'last_seen_at' | 'created_at';
  isDescendingFirst?: boolean;
  leftOut?: 'medium' | 'wide';
  children: string;
};

/** Header of a column: a click sorts by it, the next click reverses the order. */
function Sorted({ by, isDescendingFirst = false, view, go, href, ...header }: SortedProps) {
  const first = isDescendingFirst ? (`-${by}` as const) : by;
  const second = isDescendingFirst ? by : (`-${by}` as const);
  const change: ViewChange = { sort: view.sort === first ? second : first, ...FIRST_PAGE };
  const sorted = view.sort === by ? 'ascending' : view.sort === `-${by}` ? 'descending' : 'none';
  return <SortHeader sorted={sorted} href={href(change)} onNavigate={() => go(change)} {...header} />;
}
