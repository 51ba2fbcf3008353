'use client';

import { useState } from 'react';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { ACCESS_TITLES, AccessPanel, subtitleOf, type AccessTab } from './access-panel.tsx';

export type AccessDialogProps = {
  tab: AccessTab;
  returnUrl?: string | undefined;
  opener: HTMLElement;
  onClose: () => void;
};

export function AccessDialog({ tab, returnUrl, opener, onClose }: AccessDialogProps) {
  const [shown, setShown] = useState(tab);
  const [isMailed, setIsMailed] = useState(false);
  return (
    <Dialog
      title={isMailed ? ACCESS_TITLES.mailed : ACCESS_TITLES.form}
      description={isMailed ? undefined : subtitleOf(shown, returnUrl)}
      opener={opener}
      onClose={onClose}
    >
      <AccessPanel initialTab={tab} returnUrl={returnUrl} onChoose={setShown} onMailed={setIsMailed} />
    </Dialog>
  );
}
