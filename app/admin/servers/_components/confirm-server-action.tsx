'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { ConfirmDialog } from '#components/ui/overlays/confirm-dialog.tsx';
import { ApiError } from '#lib/api-client/api-client.ts';
import { useAdminAction } from '../../_components/frame/use-admin-action.ts';
import { SERVERS } from './servers-list.ts';

type ConfirmServerActionProps<T extends object> = {
  title: string;
  text: string;
  confirmText: string;
  busyText: string;
  typeToConfirm?: string;
  isHarmless?: boolean;
  action: () => Promise<T>;
  onDone: (result: T) => void;
  onClose: () => void;
};

/** Asks for confirmation and runs the action on a server. An error is shown in the dialog. */
export function ConfirmServerAction<T extends object>({
  action,
  onDone,
  onClose,
  ...texts
}: ConfirmServerActionProps<T>) {
  const client = useQueryClient();
  const runAction = useAdminAction();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => runAction(action),
    onSuccess: async (result) => {
      await client.invalidateQueries({ queryKey: SERVERS });
      onDone(result);
    },
  });
  return (
    <ConfirmDialog {...texts} isBusy={isPending} onConfirm={() => mutate()} onClose={onClose}>
      {error instanceof ApiError && <FailureAlert failure={error} text={error.message} />}
    </ConfirmDialog>
  );
}
