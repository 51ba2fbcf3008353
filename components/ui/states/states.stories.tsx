import { InARow } from '#components/stories/row.tsx';
import { FAILED, LONG_TEXT, REQUEST_ID } from '#components/stories/stub-server.tsx';
import { Button, buttonClass } from '#components/ui/actions/button.tsx';
import { Alert } from './alert.tsx';
import { Badge } from './badge.tsx';
import { Card } from './card.tsx';
import { EmptyState, FramedEmptyState } from './empty-state.tsx';
import { ErrorCard } from './error-card.tsx';
import { PageError } from './page-error.tsx';
import { SkeletonCard, SkeletonText } from './skeleton.tsx';

export default { title: 'ui/States' };

export const Badges = () => (
  <InARow>
    <Badge tone="good">active</Badge>
    <Badge tone="warning">No limit info</Badge>
    <Badge tone="bad">canceled</Badge>
    <Badge>Manual</Badge>
    <Badge tone="info">Key-specific</Badge>
  </InARow>
);

export const Alerts = () => (
  <div className="space-y-3">
    <Alert tone="success" text="Login successful! Redirecting..." />
    <Alert tone="info" text="Your plan is managed by us." />
    <Alert tone="warning" text="Some usage data could not be loaded. Try refreshing." />
    <Alert tone="error" text={LONG_TEXT}>
      <Button variant="secondary" size="sm">
        Retry
      </Button>
    </Alert>
  </div>
);

export const Skeletons = () => (
  <div className="space-y-4">
    <SkeletonText lines={3} />
    <SkeletonCard lines={2} />
  </div>
);

export const EmptyStates = () => (
  <div className="space-y-4">
    <div className="rounded-md border bg-surface">
      <EmptyState
        title="No OAuth2 Clients"
        text="A client is an application that people may log in to with their account here."
      >
        <Button>Create First Client</Button>
      </EmptyState>
    </div>
    <FramedEmptyState title="No passkeys" text="Add one to log in without your password." />
  </div>
);

export const FailedPart = () => (
  <div className="space-y-4">
    <ErrorCard text="Failed to fetch user status" error={FAILED} onRetry={() => undefined} />
    <ErrorCard title="Authorization Error" text="Invalid client ID.">
      <a href="#states" className={buttonClass({ variant: 'secondary' })}>
        Return to Home
      </a>
    </ErrorCard>
  </div>
);

export const FailedPage = () => (
  <PageError title="User not found" text="They may have been deleted." requestId={REQUEST_ID}>
    <Button>Back to Users</Button>
  </PageError>
);

export const CardWithAnAction = () => (
  <Card
    title="Usage Overview"
    actions={
      <Button variant="secondary" size="sm">
        Refresh
      </Button>
    }
  >
    <p className="text-small">The last 30 days.</p>
  </Card>
);
