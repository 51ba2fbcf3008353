'use client';

import { useState } from 'react';
import { Button, buttonClass } from '#components/ui/actions/button.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { paths } from '#lib/paths.ts';
import { SettingsSection } from '../settings-section.tsx';
import { useEmailAddress } from '../sign-in/use-email-address.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

export function DeleteAccount() {
  const { data } = useEmailAddress();
  const [state, setState] = useState<'idle' | 'asking' | 'deleted'>('idle');
  const email = data?.email;
  return (
    <SettingsSection
      id="delete"
      text="Your keys stop working, your sessions and connected apps end, and your data is erased. Invoices are kept as required by law."
      actions={
        <Button
          variant="secondary"
          aria-haspopup="dialog"
          disabled={!email}
          onClick={() => setState('asking')}
          className="text-red"
        >
          Delete account
        </Button>
      }
    >
      {email && state === 'asking' && (
        <DeleteAccountDialog email={email} onDeleted={() => setState('deleted')} onClose={() => setState('idle')} />
      )}
      {state === 'deleted' && <Deleted />}
    </SettingsSection>
  );
}

function Deleted() {
  return (
    <Dialog
      title="Your account is deleted"
      description="You are logged out. A confirmation is on its way to your inbox."
      onClose={() => window.location.assign(paths.home)}
    >
      <a href={paths.home} data-first-focus="" className={buttonClass({ size: 'lg' }, 'w-full')}>
        Go to home
      </a>
    </Dialog>
  );
}
