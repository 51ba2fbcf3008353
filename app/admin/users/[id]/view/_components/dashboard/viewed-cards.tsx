import type { ReactNode } from 'react';
import { quantityText } from '#components/billing/subscription/quantity-text.ts';
import { StatusBadge } from '#components/billing/subscription/status-badge.tsx';
import { Breakable } from '#components/ui/data/breakable.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { Card } from '#components/ui/states/card.tsx';
import { formatDay, shorten } from '#lib/base/text/format.ts';
import { isHeldStatus, planTitle } from '#lib/billing/plan.ts';
import type { ViewedDashboard } from '#lib/customer-view/queries.ts';

const KEY_SHOWN = 16;
const OLD_KEY_SHOWN = 8;

/** The cards of the user's dashboard, with the end of the period instead of the next charge, which only Stripe knows. */
export function ViewedCards({ dashboard: { status, key, period } }: { dashboard: ViewedDashboard }) {
  const { has_subscription: isSubscribed, email, plan } = status;
  const isHeld = plan.status !== null && isHeldStatus(plan.status);
  const title = planTitle(plan.product);
  return (
    <div className="grid gap-4 md:grid-cols-3">
      <Card title="Account Status">
        <Lead>{isSubscribed ? 'Active' : 'Free'}</Lead>
        <Small>
          <Breakable text={email ?? 'No Email'} />
        </Small>
      </Card>
      <Card title="Current Plan">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Lead>{plan.product === null && !isSubscribed ? 'No plan' : title}</Lead>
          {plan.status && <StatusBadge status={plan.status} endsAt={plan.ends_at} />}
        </div>
        {isSubscribed && (
          <Small>
            {quantityText(status)}
            {plan.product === null || plan.product === title ? '' : ` · ${plan.product}`}
          </Small>
        )}
        {isHeld && <Small>On hold until billing is settled.</Small>}
        {period && (
          <Small>
            {period.is_cancelled ? 'Ends on' : 'Renews on'} {formatDay(new Date(period.ends_at))}
          </Small>
        )}
      </Card>
      <Card title="API Key">
        {key ? (
          <>
            <code className="font-mono text-small break-all">{shorten(key.public_key, KEY_SHOWN)}</code>
            {key.old_keys.map((old) => (
              <Small key={old.public_key}>
                The old key <code className="font-mono">{shorten(old.public_key, OLD_KEY_SHOWN)}</code> works until{' '}
                <Time at={new Date(old.works_until)} />
              </Small>
            ))}
          </>
        ) : (
          <Lead>{isHeld || plan.key_is_off ? 'Switched off' : 'No key'}</Lead>
        )}
      </Card>
    </div>
  );
}

const Lead = ({ children }: { children: ReactNode }) => <p className="text-title font-semibold">{children}</p>;
const Small = ({ children }: { children: ReactNode }) => (
  <p className="mt-1 text-small wrap-anywhere text-muted">{children}</p>
);
