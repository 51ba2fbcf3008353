import { useState } from 'react';
import { Button, buttonClass } from '#components/ui/actions/button.tsx';
import { paths, withQuery } from '#lib/paths.ts';
import { ChangePlanDialog } from './change-plan-dialog.tsx';
import type { BilledSubscription } from './use-billing.ts';

export function PlanActions({ subscription }: { subscription: BilledSubscription }) {
  const [isChanging, setIsChanging] = useState(false);
  const isEnding = subscription.cancel_at !== null;
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {isEnding ? (
        <a href={paths.billing} className={buttonClass()}>
          Resume plan
        </a>
      ) : (
        <>
          <Button variant="secondary" onClick={() => setIsChanging(true)}>
            Change plan
          </Button>
          <a href={withQuery(paths.billing, { flow: 'cancel' })} className={buttonClass({ variant: 'quiet' })}>
            Cancel plan
          </a>
        </>
      )}
      {isChanging && <ChangePlanDialog subscription={subscription} onClose={() => setIsChanging(false)} />}
    </div>
  );
}
