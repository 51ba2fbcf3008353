'use client';

import { useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import type { EnrolmentCode } from '#lib/storage/views.ts';
import { CreateServerDialog } from './create-server-dialog.tsx';
import { EnrolmentCodeDialog } from './enrol-host.tsx';

export function CreateServerButton() {
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const [created, setCreated] = useState<EnrolmentCode | null>(null);
  const close = () => {
    setOpener(null);
    setCreated(null);
  };
  return (
    <>
      <Button aria-haspopup="dialog" onClick={(event) => setOpener(event.currentTarget)}>
        Create server
      </Button>
      {opener && !created && <CreateServerDialog onCreated={setCreated} onClose={close} />}
      {created && <EnrolmentCodeDialog {...created} opener={opener} onClose={close} />}
    </>
  );
}
