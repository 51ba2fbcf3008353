import { Button } from '#components/ui/actions/button.tsx';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { EmptyState } from '#components/ui/states/empty-state.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { QueryResult, type QueryState } from '#components/ui/states/query-result.tsx';
import { SkeletonRows, TableMessage } from '#components/ui/tables/table-states.tsx';
import { HeaderCell, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { ApiError } from '#lib/api-client/api-client.ts';
import type { UserListView } from '#lib/users/views.ts';
import { LoadFailure } from '../../frame/load-failure.tsx';
import { FirstPageLink } from '../../lists/first-page-link.tsx';
import { type ListOrder, SortedHeader } from '../../lists/sorted-header.tsx';
import { UserRow, type UserRowHandlers } from './user-row.tsx';
import { texts } from './user-texts.ts';
import type { UsersView } from './users-query.ts';
import { FIRST_PAGE, NO_FILTERS, type ViewChange } from './users-view.ts';

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
  const order: ListOrder<'email' | 'last_seen_at' | 'created_at'> = {
    sort: view.sort,
    href: (sort) => href({ sort, ...FIRST_PAGE }),
    go: (sort) => go({ sort, ...FIRST_PAGE }),
  };
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

type Go = (change: ViewChange) => void;
type UsersFailureProps = {
  error: Error;
  onRetry: () => void;
  view: UsersView;
  go: Go;
  href: (change: ViewChange) => string;
};

/** Says why the users failed to load. Offers Retry, or the first page if this page no longer exists. */
function UsersFailure({ error, onRetry, view, go, href }: UsersFailureProps) {
  const isPageGone = error instanceof ApiError && error.status === 400 && view.after.length > 0;
  if (!isPageGone) return <LoadFailure text={texts.loadFailed} error={error} onRetry={onRetry} />;
  return (
    <ErrorCard text={texts.loadFailed} error={error}>
      <FirstPageLink href={href} go={go} />
    </ErrorCard>
  );
}

/** Shown instead of rows if there are no users. `total` counts all users, without filters. */
function NoUsers({ total, go }: { total: number; go: Go }) {
  if (total === 0)
    return <EmptyState title="No users yet" text="Users appear here when they sign up, or when you create them." />;
  return (
    <EmptyState
      title="No users match"
      text="The search looks at emails, notes, user ids and the beginning of API keys."
    >
      <Button variant="secondary" onClick={() => go({ ...NO_FILTERS, ...FIRST_PAGE })}>
        Clear filters
      </Button>
    </EmptyState>
  );
}
