'use client';

import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '#components/ui/overlays/confirm-dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import type { SavedViewView } from '#lib/admin/saved-views/views.ts';
import { deleteView, useReloadSavedViews } from './use-saved-views.ts';

/** Asks before a view is deleted. */
export function DeleteViewDialog({ view: { id, name }, onClose }: { view: SavedViewView; onClose: () => void }) {
  const reload = useReloadSavedViews();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deleteView(id),
    onSuccess: async () => {
      toast.success('View deleted.');
      onClose();
      await reload();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete the view “${name}”?`}
      text="The list stays as it is. You can save the view again."
      confirmText="Delete view"
      busyText="Deleting..."
      isBusy={isPending}
      error={error?.message}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
