'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useState } from 'react';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { SkeletonCard } from '#components/ui/states/skeleton.tsx';
import type { PlanView } from '#lib/billing/views.ts';
import { paths } from '#lib/paths.ts';
import { CancelPlan } from './cancel-plan.tsx';
import { ChoosePlan } from './choose-plan.tsx';
import { PlanNotices } from './plan-notices.tsx';
import { PresentPlan } from './present-plan.tsx';
import { usePlan } from './use-plan.ts';

/** The subscriber's plan with its use, its choices, and its end. Each action ends in a line that says what holds now. */
export function YourPlan() {
  const query = usePlan();
  return (
    <QueryResult query={query} what="your plan" skeleton={<Waiting />}>
      {(plan) => <Content plan={plan} />}
    </QueryResult>
  );
}

const Waiting = () => (
  <div className="space-y-6">
    <SkeletonCard lines={4} />
    <SkeletonCard lines={9} />
  </div>
);

function Content({ plan }: { plan: PlanView }) {
  const [said, setSaid] = useState<string | null>(null);
  const [cancel, setCancel] = useQueryState('cancel', parseAsStringLiteral(['1']));
  const { subscription } = plan;
  return (
    <div className="max-w-4xl space-y-6">
      <div aria-live="polite">{said && <Alert tone="success" text={said} />}</div>
      {subscription ? (
        <>
          <PlanNotices plan={plan} subscription={subscription} onDone={setSaid} />
          <PresentPlan subscription={subscription} />
          {plan.stripe === 'ok' && (
            <>
              {canChange(subscription) && <ChoosePlan plan={plan} subscription={subscription} onDone={setSaid} />}
              {!subscription.cancel_at && (
                <CancelPlan
                  subscription={subscription}
                  isOpen={cancel !== null}
                  onToggle={(isOpen) => void setCancel(isOpen ? '1' : null)}
                  onDone={setSaid}
                />
              )}
            </>
          )}
        </>
      ) : (
        <Ended />
      )}
    </div>
  );
}

const canChange = ({ plan, status, cancel_at: end }: NonNullable<PlanView['subscription']>) =>
  plan !== null && status !== 'past_due' && end === null;

const Ended = () => (
  <div className="space-y-4">
    <p className="text-muted">You have no plan now.</p>
    <a href={paths.pricing} className={buttonClass()}>
      See the plans
    </a>
  </div>
);
