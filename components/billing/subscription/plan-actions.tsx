import { buttonClass } from '#components/ui/actions/button.tsx';
import { paths } from '#lib/paths.ts';
import type { BilledSubscription } from './use-billing.ts';

/** Links to the page where the plan is changed, cancelled and resumed. */
export function PlanActions({ subscription }: { subscription: BilledSubscription }) {
  const isEnding = subscription.cancel_at !== null;
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {isEnding ? (
        <a href={paths.plan()} className={buttonClass()}>
          Resume plan
        </a>
      ) : (
        <>
          <a href={paths.plan()} className={buttonClass({ variant: 'secondary' })}>
            Change plan
          </a>
          <a href={paths.plan({ cancel: '1' })} className={buttonClass({ variant: 'quiet' })}>
            Cancel plan
          </a>
        </>
      )}
    </div>
  );
}
