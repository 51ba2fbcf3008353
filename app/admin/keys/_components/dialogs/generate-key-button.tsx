'use client';

import { useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { GenerateKeyDialog } from './generate-key-dialog.tsx';

export function GenerateKeyButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Generate Key
      </Button>
      {isOpen && <GenerateKeyDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
