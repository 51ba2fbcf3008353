'use client';

import { Breakable } from '#components/ui/data/breakable.tsx';
import { useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { orLogin } from '#lib/api-client/or-login.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import type { EmailAddressView } from '#lib/users/views.ts';
import { ChangeEmailDialog } from './change-email-dialog.tsx';
import { ConfirmAction } from '../confirm-action.tsx';
import { EmailChangeNotes } from './email-change-notes.tsx';
import { Setting } from '../setting.tsx';
import { EMAIL_ADDRESS, useEmailAddress } from './use-email-address.ts';

/** The user's email address, a pending change, and a recent change that can be undone. */
export function EmailAddress() {
  return (
    <div className="pb-4">
      <QueryResult query={useEmailAddress()} what="your address" skeleton={<Waiting />}>
        {(address) => <Address address={address} />}
      </QueryResult>
    </div>
  );
}

function Address({ address }: { address: EmailAddressView }) {
  const [dialog, setDialog] = useState<'change' | 'cancel' | null>(null);
  const close = () => setDialog(null);
  return (
    <div>
      <Setting
        name="Email"
        actions={
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => setDialog('change')}>
            Change email
          </Button>
        }
      >
        <Breakable text={address.email ?? ''} />
      </Setting>
      <EmailChangeNotes address={address} onCancel={() => setDialog('cancel')} />
      {dialog === 'change' && <ChangeEmailDialog onClose={close} />}
      {dialog === 'cancel' && <CancelChange email={address.waiting?.new_email ?? ''} onClose={close} />}
    </div>
  );
}

function CancelChange({ email, onClose }: { email: string; onClose: () => void }) {
  return (
    <ConfirmAction
      title="Cancel the change of address?"
      text={`The link sent to ${email} will no longer work.`}
      confirmText="Cancel the change"
      busyText="Cancelling..."
      action={() => orLogin(callApi('DELETE /account/api/email'))}
      reloads={EMAIL_ADDRESS}
      focusesSection="sign-in"
      onDone={() => {
        toast.success('The change of address is cancelled.');
        onClose();
      }}
      onClose={onClose}
    />
  );
}

const Waiting = () => (
  <div className="flex h-11.5 items-center justify-between gap-6">
    <div className="space-y-2">
      <Skeleton className="h-4 w-12" />
      <Skeleton className="h-5 w-52" />
    </div>
    <Skeleton className="h-10 w-32" />
  </div>
);
