'use client';

import { useState } from 'react';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { AccessPanel, subtitleOf, type AccessTab } from './access-panel.tsx';

export type AccessDialogProps = {
  tab: AccessTab;
  returnUrl?: string | undefined;
  opener: HTMLElement;
  onClose: () => void;
};

export function AccessDialog({ tab, returnUrl, opener, onClose }: AccessDialogProps) {
  const [shown, setShown] = useState(tab);
  return (
    <Dialog title="Access Premium" description={subtitleOf(shown, returnUrl)} opener={opener} onClose={onClose}>
      <AccessPanel initialTab={tab} returnUrl={returnUrl} onChoose={setShown} />
    </Dialog>
  );
}
