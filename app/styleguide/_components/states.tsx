'use client';

import { Alert } from '#components/ui/alert.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { PageError } from '#components/ui/page-error.tsx';
import { SkeletonCard, SkeletonText } from '#components/ui/skeleton.tsx';
import { Line, Sample } from './sample.tsx';
import { FAILED, LONG_TEXT, REQUEST_ID } from './samples.ts';

export function States() {
  return (
    <>
      <Sample name="badges">
        <Line>
          <Badge tone="good">active</Badge>
          <Badge tone="warning">No limit info</Badge>
          <Badge tone="bad">canceled</Badge>
          <Badge>Manual</Badge>
          <Badge tone="info">Key-specific</Badge>
          <Badge tone="featured">Most Popular</Badge>
        </Line>
      </Sample>
      <Sample name="alerts">
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
      </Sample>
      <Sample name="loading">
        <div className="space-y-4">
          <SkeletonText lines={3} />
          <SkeletonCard lines={2} />
        </div>
      </Sample>
      <Sample name="empty">
        <div className="rounded-md border bg-surface">
          <EmptyState
            title="No OAuth2 Clients"
            text="A client is an application that people may log in to with their account here."
          >
            <Button>Create First Client</Button>
          </EmptyState>
        </div>
      </Sample>
      <Errors />
    </>
  );
}

function Errors() {
  return (
    <>
      <Sample name="error of a part">
        <div className="space-y-4">
          <ErrorCard text="Failed to fetch user status" error={FAILED} onRetry={() => undefined} />
          <ErrorCard title="Authorization Error" text="Invalid client ID.">
            <a href="#states" className={buttonClass({ variant: 'secondary' })}>
              Return to Home
            </a>
          </ErrorCard>
        </div>
      </Sample>
      <Sample name="error of a page">
        <PageError title="User not found" text="They may have been deleted." requestId={REQUEST_ID}>
          <Button>Back to Users</Button>
        </PageError>
      </Sample>
      <Sample name="card with an action">
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
      </Sample>
    </>
  );
}
