import type { ReactNode } from 'react';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { SortHeader } from '#components/ui/sort-header.tsx';
import { SkeletonRows, TableMessage } from '#components/ui/table-states.tsx';
import { HeaderCell, Table, TableBody, TableHead } from '#components/ui/table.tsx';
import type { AdminUserView } from '#lib/users/views.ts';
import { UserRow, type UserRowActs } from './user-row.tsx';
import { FIRST_PAGE, type UsersView, type ViewChange } from './users-view.ts';

const COLUMNS = 7;

type UsersTableProps = UserRowActs & {
  users: readonly AdminUserView[] | undefined;
  view: UsersView;
  ticked: ReadonlySet<string>;
  isBusy: boolean;
  go: (change: ViewChange) => void;
  href: (change: ViewChange) => string;
  onTickAll: () => void;
  /** Shown instead of rows. */
  message: ReactNode;
};

/** One page of users. */
export function UsersTable({ users, view, ticked, isBusy, go, href, onTickAll, message, ...acts }: UsersTableProps) {
  return (
    <Table caption="Users" isCaptionHidden isWide isBusy={isBusy}>
      <TableHead>
        <HeaderCell>
          <Checkbox
            aria-label="Select all on this page"
            disabled={!users?.length}
            checked={ticked.size > 0 && ticked.size === users?.length}
            isIndeterminate={ticked.size > 0 && ticked.size !== users?.length}
            onChange={onTickAll}
          />
        </HeaderCell>
        <EmailHeader view={view} go={go} href={href} />
        <HeaderCell>Status</HeaderCell>
        <HeaderCell>Subscription</HeaderCell>
        <HeaderCell>Limits</HeaderCell>
        <HeaderCell>API Key</HeaderCell>
        <HeaderCell>Actions</HeaderCell>
      </TableHead>
      <TableBody>
        {message ? (
          <TableMessage columns={COLUMNS}>{message}</TableMessage>
        ) : users ? (
          users.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              href={href({ user: user.id })}
              isTicked={ticked.has(user.id)}
              isOpen={view.user === user.id}
              {...acts}
            />
          ))
        ) : (
          <SkeletonRows columns={COLUMNS} titleColumn={1} />
        )}
      </TableBody>
    </Table>
  );
}

function EmailHeader({ view, go, href }: Pick<UsersTableProps, 'view' | 'go' | 'href'>) {
  const change: ViewChange = { sort: view.sort === 'email' ? '-email' : 'email', ...FIRST_PAGE };
  const sorted = view.sort === 'email' ? 'ascending' : view.sort === '-email' ? 'descending' : 'none';
  return (
    <SortHeader sorted={sorted} href={href(change)} onNavigate={() => go(change)}>
      User
    </SortHeader>
  );
}
