import { buttonClass } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { paths, withQuery } from '#lib/paths.ts';

const at = (flow: string) => withQuery(paths.billing, { flow });

/** Warns about a failed payment or a suspended key. */
export function PlanNotice({ status }: { status: string | null }) {
  if (status === 'past_due')
    return (
      <Alert tone="warning" text="Your payment failed. Your key still works while we try again.">
        <p>If we cannot collect it during the next days, the subscription ends and the key stops working.</p>
        <p className="flex flex-wrap gap-2 pt-1">
          <a href={at('pay')} className={buttonClass({ size: 'sm' })}>
            Pay now
          </a>
          <a href={at('card')} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            Use another card
          </a>
        </p>
      </Alert>
    );
  if (status === 'unpaid' || status === 'paused')
    return (
      <Alert tone="error" text={`Your subscription is ${status}: your key does not work.`}>
        <p className="flex flex-wrap gap-2 pt-1">
          <a href={paths.billing} className={buttonClass({ size: 'sm' })}>
            Open billing
          </a>
        </p>
      </Alert>
    );
  return null;
}
