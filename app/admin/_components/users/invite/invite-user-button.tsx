'use client';

import { useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { InviteUserDialog } from './invite-user-dialog.tsx';

export function InviteUserButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Invite user
      </Button>
      {isOpen && <InviteUserDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
