'use client';

import type { useUserStatus } from '#components/layout/use-user-status.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Copyable } from '#components/ui/copyable.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { ApiError, isLoggedOut } from '#lib/http/api-client.ts';
import { paths } from '#lib/paths.ts';

const LINK = 'font-medium underline underline-offset-4';

/** The user's key, or a notice that the files below hold a placeholder and how to get a key. */
export function YourKey({ status }: { status: ReturnType<typeof useUserStatus> }) {
  if (status.isPending) return <Skeleton className="h-18 noscript:hidden" />;
  if (status.isError) {
    if (isLoggedOut(status.error)) return <LoggedOut />;
    return <Failed error={status.error} onRetry={() => void status.refetch()} />;
  }
  const { key } = status.data.plan;
  if (!key) return <NoKey />;
  return (
    <section aria-labelledby="your-key" className="space-y-1 rounded-md border bg-surface px-4 py-3">
      <h2 id="your-key" className="label-mono">
        Your API key
      </h2>
      <Copyable value={key} label="Copy API key" />
    </section>
  );
}

function LoggedOut() {
  return (
    <Alert tone="info" text="Log in, and your own key stands in these files.">
      <p>
        Until then they hold a placeholder.{' '}
        <a href={paths.login(paths.setup)} className={LINK}>
          Log in
        </a>
      </p>
    </Alert>
  );
}

function NoKey() {
  return (
    <Alert tone="info" text="You have no key yet: these files hold a placeholder.">
      <p>
        A key comes with a plan.{' '}
        <a href={paths.pricing} className={LINK}>
          See plans and prices
        </a>
      </p>
    </Alert>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <ErrorCard
      text="Failed to fetch user status"
      requestId={error instanceof ApiError ? error.requestId : undefined}
      onRetry={onRetry}
    />
  );
}
