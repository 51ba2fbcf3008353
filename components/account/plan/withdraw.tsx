'use client';

import { useContacts } from '#components/layout/footer/contacts.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { Card } from '#components/ui/states/card.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { refundWords } from '#lib/base/promises.ts';
import { customerDay } from '#lib/base/text/format.ts';
import { subscribedName, type Subscribed } from './plan-texts.ts';
import { usePlanAction } from './use-plan.ts';

type WithdrawProps = {
  subscription: Subscribed;
  /** the last day, such as `2026-12-12` */
  lastDay: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  onDone: (text: string) => void;
};

/** A private buyer's withdrawal in two steps: what it means, then the act, which a mail confirms at once. */
export function Withdraw({ subscription, lastDay, isOpen, onToggle, onDone }: WithdrawProps) {
  const { withdrawalRefund } = useContacts();
  const refund = refundWords[withdrawalRefund].plan;
  const { mutate, error, isPending } = usePlanAction(
    () => callApi('POST /account/api/billing/withdraw', { body: {} }),
    () => `You withdrew from your contract. ${refund} goes back to your card or account. A mail confirms the time.`,
    onDone,
  );
  if (!isOpen)
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
        <Button variant="secondary" size="sm" onClick={() => onToggle(true)}>
          Withdraw from this contract
        </Button>
        <span className="text-muted">
          You can withdraw without a reason until the end of {customerDay(new Date(lastDay))}.
        </span>
      </p>
    );
  return (
    <Card title="Withdraw from this contract">
      <div className="space-y-4">
        <p className="max-w-measure text-small">
          You withdraw from your contract for {subscribedName(subscription)}. Your key stops working at once. {refund}{' '}
          goes back to the card or account that you paid with. This cannot be undone.
        </p>
        {error && <Alert tone="error" text={error.message} />}
        <p className="flex flex-wrap gap-2">
          <Button variant="danger" disabled={isPending} onClick={() => mutate(undefined)}>
            {isPending ? 'Withdrawing...' : 'Confirm withdrawal'}
          </Button>
          <Button variant="secondary" disabled={isPending} onClick={() => onToggle(false)}>
            Keep my plan
          </Button>
        </p>
      </div>
    </Card>
  );
}
