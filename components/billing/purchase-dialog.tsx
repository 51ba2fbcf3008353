'use client';

import { QueryProvider } from '#components/layout/query-provider.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { PurchaseSteps } from './purchase-steps.tsx';
import { PurchaseSummary } from './purchase-summary.tsx';

export type PurchaseDialogProps = {
  planName: string;
  /** The URL of /buy with its flags. */
  buyUrl: string;
  opener: HTMLElement;
  onAccess: (tab: 'login' | 'signup') => void;
  onClose: () => void;
};

export function PurchaseDialog({ planName, buyUrl, opener, onAccess, onClose }: PurchaseDialogProps) {
  return (
    <Dialog
      title="Complete Your Purchase"
      description="You pay on the page that follows."
      opener={opener}
      onClose={onClose}
    >
      <PurchaseSummary planName={planName} isYearly={isYearly(buyUrl)} />
      <QueryProvider>
        <PurchaseSteps planName={planName} buyUrl={buyUrl} onAccess={onAccess} />
      </QueryProvider>
    </Dialog>
  );
}

const isYearly = (buyUrl: string) => new URLSearchParams(buyUrl.split('?')[1]).has('yearly');
