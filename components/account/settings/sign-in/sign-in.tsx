'use client';

import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '#components/form/form-dialog.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Button } from '#components/ui/actions/button.tsx';
import { Breakable } from '#components/ui/data/breakable.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Acts } from '#components/ui/read-only.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { ChangePasswordButton } from '#components/users/change-password-button.tsx';
import { useSensitiveAction } from '#components/users/sensitive-actions.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import type { EmailAddressView } from '#lib/auth/views.ts';
import { ChangeEmailInput } from '#lib/users/schema.ts';
import { ConfirmAction } from '../confirm-action.tsx';
import { type AccountSection, Setting, SettingsSection } from '../settings-section.tsx';

export const signInSection: AccountSection = { id: 'sign-in', needs: 'self', title: 'Login', Part: SignIn };

export function SignIn() {
  return (
    <SettingsSection section={signInSection} text="The email address and password you log in with.">
      <div className="divide-y">
        <EmailAddress />
        <Setting name="Password" actions={<ChangePasswordButton />}>
          <span className="text-small text-muted">Changing it ends your other sessions.</span>
        </Setting>
      </div>
    </SettingsSection>
  );
}

/** The user's email address, a pending change, and a recent change that can be undone. */
function EmailAddress() {
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
      focusesSection={signInSection}
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

const TEXT =
  'We send a link to the new address. Your address changes when you use it. The current address gets a notice.';

function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const run = useSensitiveAction();
  const api = useApiForm(ChangeEmailInput, async ({ email }) => {
    if (!(await run(() => callApi('POST /change/email', { body: { email } })))) return;
    await client.invalidateQueries({ queryKey: EMAIL_ADDRESS });
    toast.success(`A link is on its way to ${email}.`);
    onClose();
  });
  return (
    <FormDialog
      title="Change email"
      description={TEXT}
      onClose={onClose}
      api={api}
      action="/change/email"
      submitText="Send link"
      busyText="Sending..."
    >
      <TextField name="email" label="New email address" type="email" autoComplete="email" required />
    </FormDialog>
  );
}

/** Notices about a pending change of address and about a recent change that can be undone. */
function EmailChangeNotes({ address, onCancel }: { address: EmailAddressView; onCancel: () => void }) {
  const { waiting, undoable } = address;
  if (!waiting && !undoable) return null;
  return (
    <div className="space-y-4">
      {waiting && (
        <Alert tone="warning" text="A new address is waiting to be confirmed">
          <p className="wrap-anywhere text-ink">
            A link was sent to{' '}
            <strong className="font-semibold">
              <Breakable text={waiting.new_email} />
            </strong>
            . Your address changes when you use it. It works until <Time at={new Date(waiting.expires_at)} />.
          </p>
          <Acts>
            <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={onCancel}>
              Cancel the change
            </Button>
          </Acts>
        </Alert>
      )}
      {undoable && (
        <Alert tone="info" text="Your address was changed recently">
          <p className="wrap-anywhere">
            It was <strong className="font-semibold">{undoable.old_email}</strong>. A link sent there undoes the change
            until <Time at={new Date(undoable.expires_at)} />.
          </p>
        </Alert>
      )}
    </div>
  );
}

const EMAIL_ADDRESS = ['email-address'];

export const useEmailAddress = () =>
  useQuery({ queryKey: EMAIL_ADDRESS, queryFn: () => orLogin(callApi('GET /account/api/email')) });
