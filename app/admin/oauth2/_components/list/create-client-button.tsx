'use client';

import type { ReactNode } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { useClientAction } from './client-actions.ts';

/** This button always exists, so it takes the focus when the focused element is removed. */
export const CREATE_BUTTON_ID = 'create-client';

export function CreateClientButton({ isFirst = false, children }: { isFirst?: boolean; children: ReactNode }) {
  const open = useClientAction();
  return (
    <Button id={isFirst ? undefined : CREATE_BUTTON_ID} aria-haspopup="dialog" onClick={() => open({ kind: 'create' })}>
      {children}
    </Button>
  );
}
