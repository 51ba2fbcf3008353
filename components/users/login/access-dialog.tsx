'use client';

import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { AccessPanel, type AccessTab } from './access-panel.tsx';

export type AccessDialogProps = {
  tab: AccessTab;
  returnUrl?: string | undefined;
  opener: HTMLElement;
  onClose: () => void;
};

export function AccessDialog({ tab, returnUrl, opener, onClose }: AccessDialogProps) {
  return (
    <Dialog title="Access Premium" description="Log in, or create an account." opener={opener} onClose={onClose}>
      <AccessPanel initialTab={tab} returnUrl={returnUrl} />
    </Dialog>
  );
}
