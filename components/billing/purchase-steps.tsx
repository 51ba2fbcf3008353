'use client';

import { Alert } from '#components/ui/alert.tsx';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useUserStatus } from './use-user-status.ts';

type PurchaseStepsProps = { buyUrl: string; onAccess: (tab: 'login' | 'signup') => void };

/** What stands between the visitor and the shop's buy page, by the login status (spec §4). */
export function PurchaseSteps({ buyUrl, onAccess }: PurchaseStepsProps) {
  const status = useUserStatus();
  if (status.isPending) return <Checking />;
  if (status.isError) return <AuthenticationRequired onAccess={onAccess} />;
  return (
    <div className="space-y-4">
      {status.data.has_subscription ? (
        <Alert tone="warning" text="You already have a subscription. This purchase modifies your current plan." />
      ) : (
        <Alert tone="success" text="Ready to proceed" />
      )}
      <a href={buyUrl} className={buttonClass({ size: 'lg' }, 'w-full')}>
        Proceed to Purchase
      </a>
    </div>
  );
}

function Checking() {
  return (
    <div role="status" className="space-y-4">
      <span className="sr-only">Checking your login...</span>
      <Skeleton className="h-11" />
      <Skeleton className="h-12" />
    </div>
  );
}

function AuthenticationRequired({ onAccess }: Pick<PurchaseStepsProps, 'onAccess'>) {
  return (
    <div className="space-y-4">
      <Alert tone="info" text="Authentication Required">
        <p>Your plan and your key belong to an account. Please create one or log in.</p>
      </Alert>
      <div className="grid gap-2">
        <Button size="lg" onClick={() => onAccess('signup')}>
          Create Account &amp; Purchase
        </Button>
        <Button size="lg" variant="secondary" onClick={() => onAccess('login')}>
          Login &amp; Purchase
        </Button>
      </div>
    </div>
  );
}
