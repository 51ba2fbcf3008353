'use client';

import { WholeKey } from '#components/account/setup/your-key.tsx';
import { Receipt } from '#components/billing/subscription/receipt.tsx';
import { useUserStatus } from '#components/layout/header/use-user-status.ts';
import { Checklist } from '#components/standing/checklist.tsx';
import { StatusStrip } from '#components/standing/status-strip.tsx';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { PageHeader } from '#components/ui/navigation/page-header.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { useLastRequest } from '#components/usage/last-request.tsx';
import { paths } from '#lib/base/paths.ts';
import type { BuyerView, UserStatusView } from '#lib/billing/views.ts';
import { startStateOf } from './start-state.ts';
import { type Choices, Start } from './start.tsx';

type MemberStartProps = { first: Choices; isPaid: boolean; buyer: BuyerView };

/** The way of a member: the payment, and with a key what is left until mail is protected. */
export function MemberStart({ first, isPaid, buyer }: MemberStartProps) {
  const query = useUserStatus();
  return (
    <QueryResult
      query={query}
      skeleton={<Skeleton className="h-96" />}
      failure={(error, retry) => <ErrorCard text="Failed to fetch user status" error={error} onRetry={retry} />}
    >
      {(status) => {
        const { key, forbidden_flags: flags } = status.plan;
        if (key) return <Ready publicKey={key} forbiddenFlags={flags} isPaid={isPaid} />;
        return startStateOf(status) === 'no_key' ? <NoKey status={status} /> : <Start first={first} buyer={buyer} />;
      }}
    </QueryResult>
  );
}

/** A plan without a working key: the payment failed, or support switched the key off. */
function NoKey({ status: { plan } }: { status: UserStatusView }) {
  return (
    <>
      <PageHeader title="Your key does not work" />
      <div className="max-w-3xl space-y-4">
        {plan.status !== null && <StatusStrip status={plan.status} endsAt={plan.ends_at} />}
        {plan.key_is_off && <Alert tone="warning" text="Support has switched your key off." />}
        <a href={paths.dashboard} className={buttonClass()}>
          Go to dashboard
        </a>
      </div>
    </>
  );
}

type ReadyProps = { publicKey: string; forbiddenFlags: readonly number[]; isPaid: boolean };

function Ready({ publicKey, forbiddenFlags, isPaid }: ReadyProps) {
  const { data: last } = useLastRequest();
  return (
    <div className="max-w-3xl space-y-6">
      <div aria-live="polite" className="space-y-3">
        <h1 className="text-heading font-semibold tracking-tight">
          {last?.first_match ? 'Your mail is protected' : 'Your plan is active'}
        </h1>
        {isPaid && <Receipt />}
      </div>
      <WholeKey value={publicKey} />
      <Checklist publicKey={publicKey} forbiddenFlags={forbiddenFlags} />
      <a href={paths.dashboard} className={buttonClass({ variant: last?.first_match ? 'primary' : 'secondary' })}>
        Go to dashboard
      </a>
    </div>
  );
}
