'use client';

import { useMutation } from '@tanstack/react-query';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { toast } from '#components/ui/toast.tsx';
import { ApiError } from '#lib/http/api-client.ts';
import { useAdminAct } from '../../_components/use-admin-act.ts';
import { failureText } from './texts.ts';

type ClientConfirmProps<T extends object> = {
  title: string;
  text: string;
  /** What it is done to. */
  about: string;
  confirmText: string;
  busyText: string;
  failed: string;
  act: () => Promise<T>;
  /** Gets the answer, which is kept nowhere else. */
  onDone: (answer: T) => void;
  /** Has the focus afterwards when what opened this will be gone. */
  afterwards?: HTMLElement | null;
  onClose: () => void;
};

/** Asks before an act, runs it, and says why it failed. */
export function ClientConfirm<T extends object>({
  about,
  failed,
  act,
  onDone,
  afterwards,
  onClose,
  ...texts
}: ClientConfirmProps<T>) {
  const runAct = useAdminAct();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => onDone(await runAct(act)),
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
      <p className="font-medium wrap-anywhere">{about}</p>
      {error instanceof ApiError && <FailureAlert failure={error} text={failureText(error, failed)} />}
    </ConfirmDialog>
  );
}
