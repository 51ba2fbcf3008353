import { exactNumber } from '#components/ui/data/number-text.ts';
import { classNames } from '#components/ui/look/class-names.ts';
import { StateLink } from '#components/ui/navigation/state-link.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import type { UserCounts } from '#lib/users/views.ts';
import type { UsersView } from './users-query.ts';
import { FIRST_PAGE, NO_FILTERS, type ViewChange } from './users-view.ts';

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
  href: (change: ViewChange) => string;
  go: (change: ViewChange) => void;
};

/** The four counters. Each filters the list to the users that it counts. */
export function UserCounters({ counts, isFailed, view, href, go }: UserCountersProps) {
  return (
    <ul aria-label="Counters" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {COUNTERS.map(({ count, label, filter }) => {
        const change = { ...NO_FILTERS, ...FIRST_PAGE, ...filter };
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

const isView = (view: UsersView, change: ViewChange) =>
  (Object.keys(NO_FILTERS) as (keyof typeof NO_FILTERS)[]).every(
    (name) => (view[name] || null) === (change[name] ?? null),
  );
