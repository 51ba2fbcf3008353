'use client';

import { useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { classNames } from '#components/ui/look/class-names.ts';
import { StateLink } from '#components/ui/navigation/state-link.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { Stale } from '#components/ui/states/stale.tsx';
import { paths } from '#lib/base/paths.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import type { AdminUserView, UserCounts } from '#lib/users/views.ts';
import { KeysetPagination } from '../../lists/keyset-pagination.tsx';
import { SavedViews } from '../../lists/saved-views/saved-views.tsx';
import { useListKeys } from '../../lists/use-list-keys.ts';
import { ListStatus } from '../../lists/list-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { type UserAction, UserActionDialog } from '../dialogs/user-action-dialog.tsx';
import { UserPanel } from '../panel/user-panel.tsx';
import { HAS_STRIPE_ID } from './user-row.tsx';
import { texts } from './user-texts.ts';
import { type UsersChange, usersList, type UsersView } from './users-list.ts';
import { UsersTable } from './users-table.tsx';
import { UsersToolbar } from './users-toolbar.tsx';

/** The users screen: counters, filters, list, one user's details, and actions. */
export function UsersScreen() {
  const list = useList(usersList, (asked) => callApi('GET /admin/api/users', { query: asked }));
  const { view, query, answer: users, go, follow, turn, href, search } = list;
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
        onOpen={(saved) => go(usersList.load(new URLSearchParams(saved)))}
      />
      <UsersToolbar view={view} search={search} go={go} href={href} onShowKeys={() => setAction({ kind: 'keys' })} />
      <SelectionBar
        users={page?.filter(({ id }) => ticked.has(id)) ?? []}
        onBlock={(chosen, blocked) => setAction({ kind: 'block', users: chosen, blocked })}
        onClear={untick}
      />
      <Stale query={users} what={usersList.name} />
      <UsersTable
        list={list}
        ticked={ticked}
        onTickAll={tickAll}
        onTick={tick}
        onOpen={open}
        onEdit={edit}
        onDelete={remove}
      />
      <p id={HAS_STRIPE_ID} hidden>
        {texts.hasStripe}
      </p>
      <ListStatus state={list.state} total={users.data?.total} />
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

const NONE: ReadonlySet<string> = new Set();

/** The selected users of the shown page. Another page, filter or order clears the selection. */
function useTicked(query: string, page: readonly { id: string }[] | undefined) {
  const [chosen, setChosen] = useState({ query, ids: NONE });
  const ids = chosen.query === query ? chosen.ids : NONE;
  const ticked = new Set(page?.flatMap(({ id }) => (ids.has(id) ? [id] : [])));
  return {
    ticked,
    tick: (id: string) =>
      setChosen((before) => ({ query, ids: toggled(before.query === query ? before.ids : NONE, id) })),
    tickAll: () => setChosen({ query, ids: ticked.size ? NONE : new Set(page?.map(({ id }) => id)) }),
    untick: () => setChosen({ query, ids: NONE }),
  };
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

type SelectionBarProps = {
  users: readonly AdminUserView[];
  onBlock: (users: readonly AdminUserView[], blocked: boolean) => void;
  onClear: () => void;
};

/** The actions for the selected users. */
function SelectionBar({ users, onBlock, onClear }: SelectionBarProps) {
  if (!users.length) return null;
  return (
    <div
      role="group"
      aria-label="Selected users"
      className="sticky top-16 z-20 -mt-2 flex flex-wrap items-center gap-2 rounded-md border border-line-strong bg-surface py-1.5 pr-1.5 pl-4"
    >
      <p role="status" className="mr-auto text-small font-medium">
        {users.length} selected
      </p>
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => onBlock(users, true)}>
        Block
      </Button>
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => onBlock(users, false)}>
        Unblock
      </Button>
      <Button variant="quiet" size="sm" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}

type Counter = {
  count: keyof UserCounts;
  label: string;
  filter: Partial<Pick<UsersView, 'status' | 'admin' | 'subscription'>>;
};

const COUNTERS: readonly Counter[] = [
  { count: 'total', label: 'Total Users', filter: {} },
  { count: 'active_subscriptions', label: 'Active Subscriptions', filter: { subscription: 'live' } },
  { count: 'admins', label: 'Admin Users', filter: { admin: 'true' } },
  { count: 'blocked', label: 'Blocked Users', filter: { status: 'blocked' } },
];

type UserCountersProps = {
  counts: UserCounts | undefined;
  isFailed: boolean;
  view: UsersView;
  href: (change: UsersChange) => string;
  go: (change: UsersChange) => void;
};

/** The four counters. Each filters the list to the users that it counts. */
function UserCounters({ counts, isFailed, view, href, go }: UserCountersProps) {
  return (
    <ul aria-label="Counters" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {COUNTERS.map(({ count, label, filter }) => {
        const change = { ...usersList.cleared, ...filter };
        const isShown = isView(view, change);
        return (
          <li key={count}>
            <StateLink
              href={href(change)}
              onNavigate={() => go(change)}
              aria-current={isShown ? 'true' : undefined}
              className={classNames(
                'flex h-full flex-col justify-between gap-1 rounded-md border bg-surface px-4 py-3 hover:border-line-strong',
                isShown && 'border-ink',
              )}
            >
              <span className="label-mono">{label}</span>
              {counts || isFailed ? (
                <span className="text-heading font-semibold">{counts ? exactNumber(counts[count]) : '–'}</span>
              ) : (
                <Skeleton className="my-1.5 h-7 w-14" />
              )}
            </StateLink>
          </li>
        );
      })}
    </ul>
  );
}

const isView = (view: UsersView, change: UsersChange) =>
  usersList.filters.every((name) => (view[name] || null) === (change[name] ?? null));
