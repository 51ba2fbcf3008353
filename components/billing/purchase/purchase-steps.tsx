'use client';

import { ChangePreview } from '#components/billing/subscription/change-preview.tsx';
import { useAuthState } from '#components/layout/header/auth-state.ts';
import { useUserStatus } from '#components/layout/header/use-user-status.ts';
import { Button, buttonClass } from '#components/ui/actions/button.tsx';
import { Breakable } from '#components/ui/data/breakable.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { ApiError, isLoggedOut } from '#lib/api-client/api-client.ts';
import { planLabel, PLANS, planTitle } from '#lib/billing/plan.ts';
import { BuyQuery } from '#lib/billing/schema.ts';
import type { UserStatusView } from '#lib/billing/views.ts';
import { BuyerForm } from './buyer-form.tsx';
import { useBuyer } from './use-buyer.ts';

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
        <>
          <PlanChange status={status} planName={planName} isYearly={isYearly} />
          <a href={buyUrl} className={buttonClass({ size: 'lg' }, 'w-full')}>
            Proceed to Purchase
          </a>
        </>
      ) : (
        <>
          <Alert tone="success" text="Ready to proceed" />
          <WhoBuys buyUrl={buyUrl} />
        </>
      )}
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

/** The form with what was said before the last purchase. If that cannot be read, the form is empty. */
function WhoBuys({ buyUrl }: { buyUrl: string }) {
  const { data, isPending } = useBuyer({ isNeeded: false });
  const asked = BuyQuery.safeParse(Object.fromEntries(new URLSearchParams(buyUrl.split('?')[1])));
  if (isPending) return <Skeleton className="h-64" />;
  return asked.success && <BuyerForm purchase={asked.data} buyer={data ?? NO_ANSWERS} />;
}

const NO_ANSWERS = { kind: null, po_number: null, invoice_email: null };

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

type PlanChangeProps = { status: UserStatusView; planName: string; isYearly: boolean };

/**
 * For a user who has a plan: how the purchase changes it and, if Stripe bills the plan, what the change costs.
 */
function PlanChange({ status, planName, isYearly }: PlanChangeProps) {
  const { product, quantity } = status.plan;
  const current = planTitle(product);
  const plan = Object.values(PLANS).find(({ name }) => planLabel(name) === planName);
  return (
    <>
      <Alert
        tone="warning"
        text={`This purchase modifies your current plan: ${current}\u00a0×\u00a0${Math.max(quantity, 1)}.`}
      >
        <p>{effectOf(status.is_manual, current === planName)}</p>
      </Alert>
      {plan && !status.is_manual && (
        <ChangePreview
          change={{ plan: plan.name, interval: isYearly ? 'year' : 'month', quantity: Math.max(quantity, 1) }}
        />
      )}
    </>
  );
}

function effectOf(isManual: boolean, isSamePlan: boolean): string {
  if (isManual)
    return 'Your plan is managed by us. A subscription with a key of its own is added; your present key stays.';
  if (isSamePlan)
    return 'You are on this plan already. You can change its billing period; if that is the same, your billing page opens.';
  return 'You see the new price and confirm the change on the next page. Your quantity stays the same.';
}

type AuthenticationRequiredProps = {
  error: Error;
  onAccess: (tab: 'login' | 'signup') => void;
  onCheckAgain: () => void;
};

/** Shown if the visitor is logged out or the status is unknown. Either way, a purchase needs an account. */
function AuthenticationRequired({ error, onAccess, onCheckAgain }: AuthenticationRequiredProps) {
  const isKnown = isLoggedOut(error);
  return (
    <div className="space-y-4">
      <Alert tone="info" text="Authentication Required">
        <p>Your plan and your key belong to an account. Please create one or log in.</p>
        {!isKnown && <NotChecked error={error} />}
      </Alert>
      <div className="grid gap-2">
        <Button size="lg" onClick={() => onAccess('signup')}>
          Create Account &amp; Purchase
        </Button>
        <Button size="lg" variant="secondary" onClick={() => onAccess('login')}>
          Login &amp; Purchase
        </Button>
        {!isKnown && (
          <Button variant="quiet" onClick={onCheckAgain}>
            Check again
          </Button>
        )}
      </div>
    </div>
  );
}

function NotChecked({ error }: { error: Error }) {
  return (
    <>
      <p>Your login status could not be checked: {error.message}</p>
      {error instanceof ApiError && error.requestId && (
        <p>
          Request ID <code className="font-mono break-all select-all">{error.requestId}</code>
        </p>
      )}
    </>
  );
}
