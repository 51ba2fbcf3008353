'use client';

import { Breakable } from '#components/ui/data/breakable.tsx';
import { useAuthState } from '#components/layout/header/auth-state.ts';
import { useUserStatus } from '#components/layout/header/use-user-status.ts';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import type { UserStatusView } from '#lib/billing/views.ts';
import { AuthenticationRequired } from './authentication-required.tsx';
import { PlanChange } from './plan-change.tsx';

type Chosen = { planName: string; isYearly: boolean; buyUrl: string };
type PurchaseStepsProps = Chosen & { onAccess: (tab: 'login' | 'signup') => void };

/** The step before /buy, depending on the login status. */
export function PurchaseSteps({ onAccess, ...chosen }: PurchaseStepsProps) {
  const status = useUserStatus();
  if (status.isPending || (status.isError && status.isFetching)) return <Checking />;
  if (status.isError)
    return (
      <AuthenticationRequired error={status.error} onAccess={onAccess} onCheckAgain={() => void status.refetch()} />
    );
  return <Proceed status={status.data} {...chosen} />;
}

function Proceed({ status, planName, isYearly, buyUrl }: Chosen & { status: UserStatusView }) {
  return (
    <div className="space-y-4">
      {status.has_subscription ? (
        <PlanChange status={status} planName={planName} isYearly={isYearly} />
      ) : (
        <Alert tone="success" text="Ready to proceed" />
      )}
      <a href={buyUrl} className={buttonClass({ size: 'lg' }, 'w-full')}>
        Proceed to Purchase
      </a>
      {status.email && (
        <p className="text-small wrap-anywhere text-muted">
          Logged in as{' '}
          <span className="text-ink">
            <Breakable text={status.email ?? ''} />
          </span>
        </p>
      )}
    </div>
  );
}

/** As tall as the expected result, judging by the header's login state. */
function Checking() {
  const shapes = useAuthState() === 'logged-in' ? ['h-11', 'h-12', 'h-5'] : ['h-21', 'h-12', 'h-10'];
  return (
    <div role="status" className="space-y-4">
      <span className="sr-only">Checking your login...</span>
      {shapes.map((shape) => (
        <Skeleton key={shape} className={shape} />
      ))}
    </div>
  );
}
