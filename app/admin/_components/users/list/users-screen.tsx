'use client';

import { useState } from 'react';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import type { AdminUserView } from '#lib/users/views.ts';
import { countOf } from '#lib/format.ts';
import { paths } from '#lib/paths.ts';
import { KeysetPagination } from '../../lists/keyset-pagination.tsx';
import { SavedViews } from '../../lists/saved-views/saved-views.tsx';
import { SelectionBar } from '../../lists/selection-bar.tsx';
import { useListKeys } from '../../lists/use-list-keys.ts';
import { useTicked } from '../../lists/use-ticked.ts';
import { useUsers } from './use-users.ts';
import { UserActionDialog, type UserAction } from '../dialogs/user-action-dialog.tsx';
import { UserCounters } from './user-counters.tsx';
import { UserPanel } from '../panel/user-panel.tsx';
import { HAS_STRIPE_ID } from './user-row.tsx';
import { texts } from './user-texts.ts';
import { UsersTable } from './users-table.tsx';
import { UsersToolbar } from './users-toolbar.tsx';
import { loadUsersView, pageQuery } from './users-query.ts';
import { useUsersView } from './users-view.ts';
import { useSettled } from '../../lists/use-settled.ts';

/** The users screen: counters, filters, list, one user's details, and actions. */
export function UsersScreen() {
  const { view, go, follow, turn, href, search } = useUsersView();
  const query = useSettled(pageQuery(view), view.search);
  const users = useUsers(query);
  const page = users.data?.users;
  const { ticked, tick, tickAll, untick } = useTicked(query, page);
  const [action, setAction] = useState<UserAction | null>(null);
  const [isWalking, setIsWalking] = useState(false);

  const edit = (user: AdminUserView) => setAction({ kind: 'edit', user });
  const remove = (user: AdminUserView) =>
    user.has_stripe ? toast.error(texts.hasStripe) : setAction({ kind: 'delete', user });
  const userOf = (id: string) => page?.find((user) => user.id === id);
  const open = (id: string) => {
    setIsWalking(false);
    go({ user: id });
  };
  useListKeys({
    onStep: (id) => {
      setIsWalking(true);
      if (view.user !== null) follow(id);
    },
    onEdit: (id) => {
      const user = userOf(id);
      if (user) edit(user);
    },
    onTick: tick,
    onHelp: () => setAction({ kind: 'keys' }),
  });

  return (
    <div className="space-y-6">
      <UserCounters counts={users.data?.counts} isFailed={users.isError} view={view} href={href} go={go} />
      <SavedViews
        list="users"
        path={paths.admin}
        view={view}
        onOpen={(query) => go(loadUsersView(new URLSearchParams(query)))}
      />
      <UsersToolbar view={view} search={search} go={go} href={href} onShowKeys={() => setAction({ kind: 'keys' })} />
      <SelectionBar
        users={page?.filter(({ id }) => ticked.has(id)) ?? []}
        onBlock={(chosen, blocked) => setAction({ kind: 'block', users: chosen, blocked })}
        onClear={untick}
      />
      <Stale query={users} what="The list of users" />
      <UsersTable
        query={users}
        view={view}
        ticked={ticked}
        go={go}
        href={href}
        onTickAll={tickAll}
        onTick={tick}
        onOpen={open}
        onEdit={edit}
        onDelete={remove}
      />
      <p id={HAS_STRIPE_ID} hidden>
        {texts.hasStripe}
      </p>
      <p role="status" className="sr-only">
        {users.isPending || users.isPlaceholderData
          ? 'Loading users...'
          : users.data && countOf(users.data.total, 'user')}
      </p>
      {users.data && (
        <KeysetPagination
          label="Pages of users"
          view={view}
          shown={users.data.users.length}
          list={users.data}
          href={href}
          turn={turn}
        />
      )}
      {view.user !== null && (
        <UserPanel
          id={view.user}
          takesFocus={!isWalking}
          onEdit={edit}
          onDelete={remove}
          onBlock={(user) => setAction({ kind: 'block', users: [user], blocked: !user.custom_limits.is_blocked })}
          onClose={() => go({ user: null })}
        />
      )}
      {action && (
        <UserActionDialog
          action={action}
          onClose={() => setAction(null)}
          onBlocked={untick}
          onDeleted={() => view.user !== null && go({ user: null })}
        />
      )}
    </div>
  );
}
