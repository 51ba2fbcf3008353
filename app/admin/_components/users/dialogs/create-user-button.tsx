'use client';

import { useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { CreateUserDialog } from './create-user-dialog.tsx';

export function CreateUserButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Create User
      </Button>
      {isOpen && <CreateUserDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
