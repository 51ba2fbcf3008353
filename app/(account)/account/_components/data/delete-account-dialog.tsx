'use client';

import { useMutation } from '@tanstack/react-query';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { ConfirmDialog } from '#components/ui/overlays/confirm-dialog.tsx';
import { useSensitiveAction } from '#components/users/sensitive-actions.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import { paths } from '#lib/paths.ts';

type DeleteAccountDialogProps = { email: string; onDeleted: () => void; onClose: () => void };

/** Deletes the account once its email address is typed. The server refuses while a subscription has not ended. */
export function DeleteAccountDialog({ email, onDeleted, onClose }: DeleteAccountDialogProps) {
  const run = useSensitiveAction();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => run(() => callApi('DELETE /account/api', { body: { email } })),
    onSuccess: (result) => result && onDeleted(),
  });
  return (
    <ConfirmDialog
      title="Delete your account?"
      text="Cancel a running plan first, under Manage Billing. Your keys stop working. This cannot be undone."
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
