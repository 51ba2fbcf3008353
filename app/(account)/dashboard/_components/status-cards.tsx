import { SupportLink } from '#components/layout/footer/support-link.tsx';
import { Breakable } from '#components/ui/data/breakable.tsx';
import { PlanOutlook } from '#components/billing/subscription/plan-outlook.tsx';
import { quantityText } from '#components/billing/subscription/quantity-text.ts';
import { StatusBadge } from '#components/billing/subscription/status-badge.tsx';
import { Card } from '#components/ui/states/card.tsx';
import { isHeldStatus, planTitle } from '#lib/billing/plan.ts';
import type { UserStatusView } from '#lib/billing/views.ts';
import { ApiKey } from './api-key.tsx';

export function StatusCards({ status }: { status: UserStatusView }) {
  const { has_subscription: isSubscribed, email, plan } = status;
  const isHeld = plan.status !== null && isHeldStatus(plan.status);
  const title = planTitle(plan.product);
  return (
    <div className="grid gap-4 md:grid-cols-[1fr_1fr_1.3fr] lg:grid-cols-3">
      <Card title="Account Status" className="md:min-h-37">
        <p className="text-title font-semibold">{isSubscribed ? 'Active' : 'Free'}</p>
        {email && (
          <p className="mt-1 text-small wrap-anywhere text-muted">
            <Breakable text={email} />
          </p>
        )}
      </Card>
      <Card title="Current Plan" className="md:min-h-37">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="text-title font-semibold">{plan.product === null && !isSubscribed ? 'No plan' : title}</p>
          {plan.status && <StatusBadge status={plan.status} endsAt={plan.ends_at} />}
        </div>
        <p className="mt-1 text-small text-muted">
          {isSubscribed
            ? [quantityText(status), plan.product !== title && plan.product, status.is_manual && 'managed by us']
                .filter(Boolean)
                .join(' · ')
            : isHeld
              ? 'On hold until billing is settled.'
              : 'Choose a plan to get your key.'}
        </p>
        {(isSubscribed || isHeld) && !status.is_manual && <PlanOutlook />}
      </Card>
      {plan.key ? (
        <ApiKey publicKey={plan.key} />
      ) : (
        <Card title="API Key" className="md:min-h-37">
          <p className="text-title font-semibold">{isHeld || plan.key_is_off ? 'Switched off' : 'No key'}</p>
          {plan.key_is_off ? (
            <SwitchedOff />
          ) : (
            <p className="mt-1 text-small text-muted">{whyNoKey(isSubscribed, isHeld)}</p>
          )}
        </Card>
      )}
    </div>
  );
}

function SwitchedOff() {
  return (
    <p className="mt-1 text-small text-muted">
      Support has switched your key off. Mail is filtered without premium hashes. Write to <SupportLink />.
    </p>
  );
}

function whyNoKey(isSubscribed: boolean, isHeld: boolean): string {
  if (isSubscribed) return 'Your key is not available right now.';
  return isHeld ? 'It works again as soon as billing is settled.' : 'A key comes with a plan.';
}
