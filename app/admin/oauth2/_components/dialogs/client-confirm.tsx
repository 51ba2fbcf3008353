'use client';

import { Breakable } from '#components/ui/data/breakable.tsx';
import { useMutation } from '@tanstack/react-query';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { ConfirmDialog } from '#components/ui/overlays/confirm-dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { ApiError } from '#lib/api-client/api-client.ts';
import { useAdminAction } from '../../../_components/frame/use-admin-action.ts';
import { failureText } from '../list/texts.ts';

type ClientConfirmProps<T extends object> = {
  title: string;
  text: string;
  /** Names the target of the action. */
  about: string;
  confirmText: string;
  busyText: string;
  failed: string;
  action: () => Promise<T>;
  /** Receives the response, which is not stored anywhere else. */
  onDone: (answer: T) => void;
  /** Takes the focus afterwards if the action removes the opener. */
  afterwards?: HTMLElement | null;
  onClose: () => void;
};

/** Asks for confirmation and runs the action. An error is shown in the dialog. */
export function ClientConfirm<T extends object>({
  about,
  failed,
  action,
  onDone,
  afterwards,
  onClose,
  ...texts
}: ClientConfirmProps<T>) {
  const runAction = useAdminAction();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => onDone(await runAction(action)),
    onError: (failure) => toast.error(failureText(failure, failed)),
  });
  return (
    <ConfirmDialog
      {...texts}
      isBusy={isPending}
      opener={isPending ? afterwards : undefined}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p className="font-medium wrap-anywhere">
        <Breakable text={about} />
      </p>
      {error instanceof ApiError && <FailureAlert failure={error} text={failureText(error, failed)} />}
    </ConfirmDialog>
  );
}
