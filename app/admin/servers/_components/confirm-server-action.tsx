'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { ConfirmDialog } from '#components/ui/overlays/confirm-dialog.tsx';
import { ApiError } from '#lib/api-client/api-client.ts';
import { useAdminAct } from '../../_components/frame/use-admin-action.ts';
import { SERVERS } from './use-servers.ts';

type ServerActProps<T extends object> = {
  title: string;
  text: string;
  confirmText: string;
  busyText: string;
  typeToConfirm?: string;
  act: () => Promise<T>;
  onDone: (result: T) => void;
  onClose: () => void;
};

/** Asks for confirmation, runs the action on a server, and shows its error. */
export function ServerAct<T extends object>({ act, onDone, onClose, ...texts }: ServerActProps<T>) {
  const client = useQueryClient();
  const runAct = useAdminAct();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => runAct(act),
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
