'use client';

import { useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';

export function ChangePasswordButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Change Password
      </Button>
      {isOpen && <ChangePasswordDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
