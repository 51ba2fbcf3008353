'use client';

import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useBilling } from '#components/billing/subscription/use-billing.ts';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { useUserStatus } from '#components/layout/header/use-user-status.ts';
import { Button, buttonClass } from '#components/ui/actions/button.tsx';
import { ConfirmDialog } from '#components/ui/overlays/confirm-dialog.tsx';
import { DialogEnd } from '#components/ui/overlays/dialog-end.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { Acts } from '#components/ui/read-only.tsx';
import { useSensitiveAction } from '#components/users/sensitive-actions.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import { paths } from '#lib/base/paths.ts';
import { customerDay } from '#lib/base/text/format.ts';
import { isEndedStatus, planTitle } from '#lib/billing/plan.ts';
import { type AccountSection, SettingsSection } from '../settings-section.tsx';
import { useMembers } from '../members/members.tsx';
import { useEmailAddress } from '../sign-in/sign-in.tsx';

export const deleteSection: AccountSection = {
  id: 'delete',
  title: 'Delete account',
  needs: 'self',
  Part: () => (
    <Acts>
      <DeleteAccount />
    </Acts>
  ),
};

export function DeleteAccount() {
  const { data } = useEmailAddress();
  const [state, setState] = useState<'idle' | 'asking' | 'deleted'>('idle');
  const email = data?.email;
  const isLastOwner = useIsLastOwner();
  const plan = usePlanToCancel(isLastOwner);
  return (
    <SettingsSection
      section={deleteSection}
      text={
        isLastOwner
          ? 'Your keys stop working, your sessions and connected apps end, and your data is erased. Invoices are kept as required by law.'
          : 'Your login, its sessions and connected apps end, and your data is erased. This account stays with its owners; accounts that you alone own end.'
      }
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
      {plan !== null && <PlanComesFirst plan={plan} />}
      {email && state === 'asking' && (
        <DeleteAccountDialog
          email={email}
          text={
            isLastOwner
              ? 'Cancel a running plan first, under Manage Billing. Your keys stop working. This cannot be undone.'
              : 'You leave all accounts. Those that you alone own end, and their plans must have ended first. This cannot be undone.'
          }
          onDeleted={() => setState('deleted')}
          onClose={() => setState('idle')}
        />
      )}
      {state === 'deleted' && <Deleted />}
    </SettingsSection>
  );
}

/** Says how the plan ends, or on which day it does, if it is already cancelled. */
function PlanComesFirst({ plan }: { plan: string }) {
  const { data: billing, isPending } = useBilling();
  if (isPending) return null;
  const end = billing?.subscription?.cancel_at;
  if (end)
    return (
      <Alert
        tone="info"
        text={`Your ${plan} plan ends on ${customerDay(new Date(end))}. You can delete the account after that.`}
      />
    );
  return (
    <Alert tone="info" text={`Cancel your ${plan} plan first. You can delete the account once the plan has ended.`}>
      <a href={paths.plan({ cancel: '1' })} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
        Cancel plan
      </a>
    </Alert>
  );
}

/** Whether the account ends with the person. The page of a person alone says so before the members are there. */
function useIsLastOwner(): boolean {
  const { data } = useMembers();
  return (
    data === undefined || (data.role === 'owner' && !data.members.some((one) => one.role === 'owner' && !one.is_you))
  );
}

/** The name of a plan that has not ended; the server deletes no account that has one. Null without one. */
function usePlanToCancel(isLastOwner: boolean): string | null {
  const { data: status } = useUserStatus();
  if (!isLastOwner || !status || status.is_manual || status.plan.status === null || isEndedStatus(status.plan.status))
    return null;
  return planTitle(status.plan.product);
}

function Deleted() {
  return (
    <Dialog
      title="Your account is deleted"
      description="You are logged out. A confirmation is on its way to your inbox."
      onClose={() => window.location.assign(paths.home)}
    >
      <DialogEnd>
        <a href={paths.home} data-first-focus="" className={buttonClass()}>
          Go to home
        </a>
      </DialogEnd>
    </Dialog>
  );
}

type DeleteAccountDialogProps = { email: string; text: string; onDeleted: () => void; onClose: () => void };

/** Deletes the account once its email address is typed. The server refuses while a subscription has not ended. */
function DeleteAccountDialog({ email, text, onDeleted, onClose }: DeleteAccountDialogProps) {
  const run = useSensitiveAction();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => run(() => callApi('DELETE /account/api', { body: { email } })),
    onSuccess: (result) => result && onDeleted(),
  });
  return (
    <ConfirmDialog
      title="Delete your account?"
      text={text}
      typeToConfirm={email}
      confirmText="Delete account"
      busyText="Deleting..."
      isBusy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      {error instanceof ApiError && (
        <FailureAlert failure={error} text={error.message}>
          {error.message.includes('Manage Billing') && (
            <a href={paths.billing} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
              Manage Billing
            </a>
          )}
        </FailureAlert>
      )}
    </ConfirmDialog>
  );
}
