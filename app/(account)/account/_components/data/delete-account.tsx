'use client';

import { useState } from 'react';
import { Button, buttonClass } from '#components/ui/actions/button.tsx';
import { useUserStatus } from '#components/layout/header/use-user-status.ts';
import { Alert } from '#components/ui/states/alert.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { planTitle } from '#lib/billing/plan.ts';
import { paths, withQuery } from '#lib/paths.ts';
import { SettingsSection } from '../settings-section.tsx';
import { useEmailAddress } from '../sign-in/use-email-address.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

export function DeleteAccount() {
  const { data } = useEmailAddress();
  const [state, setState] = useState<'idle' | 'asking' | 'deleted'>('idle');
  const email = data?.email;
  const plan = usePlanToCancel();
  return (
    <SettingsSection
      id="delete"
      text="Your keys stop working, your sessions and connected apps end, and your data is erased. Invoices are kept as required by law."
      actions={
        <Button
          variant="secondary"
          aria-haspopup="dialog"
          disabled={!email || plan !== null}
          onClick={() => setState('asking')}
          className="text-red"
        >
          Delete account
        </Button>
      }
    >
      {plan !== null && (
        <Alert tone="info" text={`Cancel your ${plan} plan first. You can delete the account once the plan has ended.`}>
          <a
            href={withQuery(paths.billing, { flow: 'cancel' })}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            Cancel plan
          </a>
        </Alert>
      )}
      {email && state === 'asking' && (
        <DeleteAccountDialog email={email} onDeleted={() => setState('deleted')} onClose={() => setState('idle')} />
      )}
      {state === 'deleted' && <Deleted />}
    </SettingsSection>
  );
}

/** The name of a plan that has not ended; the server deletes no account that has one. Null without one. */
function usePlanToCancel(): string | null {
  const { data: status } = useUserStatus();
  if (!status || status.is_manual || status.plan.status === null || ENDED.includes(status.plan.status)) return null;
  return planTitle(status.plan.product);
}

const ENDED: readonly string[] = ['canceled', 'incomplete_expired'];

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
