'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';

/** Opens the dialog, which is open from the start at a URL with `change=password`, until it is closed. */
export function ChangePasswordButton() {
  const [isOpen, setIsOpen] = useState(useSearchParams().get('change') === 'password');
  const [button, setButton] = useState<HTMLElement | null>(null);
  const close = useCallback(() => {
    const url = new URL(window.location.href);
    url.searchParams.delete('change');
    window.history.replaceState(window.history.state, '', url);
    setIsOpen(false);
  }, []);
  return (
    <>
      <Button ref={setButton} variant="secondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Change Password
      </Button>
      {isOpen && <ChangePasswordDialog opener={button} onClose={close} />}
    </>
  );
}
