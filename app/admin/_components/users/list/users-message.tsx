import { Button } from '#components/ui/actions/button.tsx';
import { EmptyState } from '#components/ui/states/empty-state.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { ApiError } from '#lib/api-client/api-client.ts';
import { LoadFailure } from '../../frame/load-failure.tsx';
import { FirstPageLink } from '../../lists/first-page-link.tsx';
import { texts } from './user-texts.ts';
import type { UsersView } from './users-query.ts';
import { FIRST_PAGE, NO_FILTERS, type ViewChange } from './users-view.ts';

type Go = (change: ViewChange) => void;
type UsersFailureProps = {
  error: Error;
  onRetry: () => void;
  view: UsersView;
  go: Go;
  href: (change: ViewChange) => string;
};

/** Says why the users failed to load. Offers Retry, or the first page if this page no longer exists. */
export function UsersFailure({ error, onRetry, view, go, href }: UsersFailureProps) {
  const isPageGone = error instanceof ApiError && error.status === 400 && view.after.length > 0;
  if (!isPageGone) return <LoadFailure text={texts.loadFailed} error={error} onRetry={onRetry} />;
  return (
    <ErrorCard text={texts.loadFailed} error={error}>
      <FirstPageLink href={href} go={go} />
    </ErrorCard>
  );
}

/** Shown instead of rows if there are no users. `total` counts all users, without filters. */
export function NoUsers({ total, go }: { total: number; go: Go }) {
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
