'use client';

import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { ConfirmDialog } from '#components/ui/overlays/confirm-dialog.tsx';
import { ApiError } from '#lib/api-client/api-client.ts';
import { type AccountSection, titleId } from './settings-section.tsx';

type ConfirmActionProps<T> = {
  title: string;
  text: string;
  confirmText: string;
  busyText: string;
  /** Resolves to null if the user cancels. */
  action: () => Promise<T | null>;
  /** The query to reload afterwards. */
  reloads: QueryKey;
  /** The section whose title takes the focus if the action removes the button that had it. */
  focusesSection?: AccountSection;
  onDone: (result: T) => void;
  onClose: () => void;
};

/** Asks for confirmation and runs the action. An error is shown in the dialog. */
export function ConfirmAction<T>({
  action,
  reloads,
  focusesSection,
  onDone,
  onClose,
  ...texts
}: ConfirmActionProps<T>) {
  const client = useQueryClient();
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: action,
    onSuccess: async (result) => {
      if (result === null) return;
      if (focusesSection) setOpener(document.getElementById(titleId(focusesSection)));
      await client.invalidateQueries({ queryKey: reloads });
      onDone(result);
    },
  });
  return (
    <ConfirmDialog {...texts} isBusy={isPending} onConfirm={() => mutate()} onClose={onClose} opener={opener}>
      {error instanceof ApiError && <FailureAlert failure={error} text={error.message} />}
    </ConfirmDialog>
  );
}
