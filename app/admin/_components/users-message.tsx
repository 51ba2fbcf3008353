import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { ApiError } from '#lib/http/api-client.ts';
import type { UserListView } from '#lib/users/views.ts';
import { FirstPageLink } from './first-page-link.tsx';
import { LoadFailure } from './load-failure.tsx';
import { texts } from './user-texts.ts';
import { FIRST_PAGE, NO_FILTERS, type UsersView, type ViewChange } from './users-view.ts';

type UsersMessageProps = {
  users: UseQueryResult<UserListView>;
  view: UsersView;
  go: (change: ViewChange) => void;
  href: (change: ViewChange) => string;
};

/** The message in place of rows: loading failed, or the list is empty. Otherwise null. */
export function usersMessage({ users, view, go, href }: UsersMessageProps) {
  if (users.error && !users.data)
    return <Failure error={users.error} onRetry={() => void users.refetch()} {...{ view, go, href }} />;
  if (!users.data || users.data.users.length) return null;
  if (users.data.counts.total === 0)
    return <EmptyState title="No users yet" text="People appear here when they sign up, or when you create them." />;
  return (
    <EmptyState
      title="No users match"
      text="The search looks at emails, notes, user ids and the beginning of API keys."
    >
      <Button variant="secondary" onClick={() => go({ ...NO_FILTERS, ...FIRST_PAGE })}>
        Clear Filters
      </Button>
    </EmptyState>
  );
}

type FailureProps = Omit<UsersMessageProps, 'users'> & { error: Error; onRetry: () => void };

function Failure({ error, onRetry, view, go, href }: FailureProps) {
  const isPageGone = error instanceof ApiError && error.status === 400 && view.after.length > 0;
  if (!isPageGone) return <LoadFailure text={texts.loadFailed} error={error} onRetry={onRetry} />;
  return (
    <ErrorCard text={texts.loadFailed} requestId={error.requestId}>
      <FirstPageLink href={href} go={go} />
    </ErrorCard>
  );
}
