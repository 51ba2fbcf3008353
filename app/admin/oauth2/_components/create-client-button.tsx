'use client';

import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { useClientAct } from './client-acts.ts';

/** The button that stays, whatever becomes of the rows: it gets the focus when what had it is gone. */
export const CREATE_BUTTON_ID = 'create-client';

export function CreateClientButton({ isFirst = false, children }: { isFirst?: boolean; children: ReactNode }) {
  const open = useClientAct();
  return (
    <Button id={isFirst ? undefined : CREATE_BUTTON_ID} aria-haspopup="dialog" onClick={() => open({ kind: 'create' })}>
      {children}
    </Button>
  );
}
