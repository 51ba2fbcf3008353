'use client';

import type { useUserStatus } from '#components/layout/header/use-user-status.ts';
import { Copyable } from '#components/ui/actions/copyable.tsx';
import { Acts } from '#components/ui/read-only.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { isLoggedOut } from '#lib/api-client/api-client.ts';
import { paths } from '#lib/base/paths.ts';
import { useMay } from '../membership.ts';

const LINK = 'font-medium underline underline-offset-4';

/** The user's key. Without a key, says that the files below contain a placeholder, and how to get a key. */
export function YourKey({ status }: { status: ReturnType<typeof useUserStatus> }) {
  if (status.error && isLoggedOut(status.error)) return <LoggedOut />;
  return (
    <QueryResult
      query={status}
      skeleton={<Skeleton className="h-22 md:h-18 noscript:hidden" />}
      failure={(error, retry) => <ErrorCard text="Failed to fetch user status" error={error} onRetry={retry} />}
    >
      {({ plan: { key } }) => (key ? <WholeKey value={key} /> : <NoKey />)}
    </QueryResult>
  );
}

/** The whole key, to copy. */
export function WholeKey({ value }: { value: string }) {
  return (
    <section aria-labelledby="your-key" className="space-y-1 rounded-md border bg-surface px-4 py-3">
      <h2 id="your-key" className="label-mono">
        Your API key
      </h2>
      <Copyable value={value} label="Copy API key" isWide />
    </section>
  );
}

function LoggedOut() {
  return (
    <Alert tone="info" text="Log in to see your own key in these files.">
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
  const mayOperate = useMay('operate');
  if (!mayOperate)
    return (
      <Alert tone="info" text="Your role in this account does not show the key: these files hold a placeholder." />
    );
  return (
    <Alert tone="info" text="You have no key yet: these files hold a placeholder.">
      <p>
        A key comes with a plan.{' '}
        <Acts>
          <a href={paths.pricing} className={LINK}>
            See plans and prices
          </a>
        </Acts>
      </p>
    </Alert>
  );
}
