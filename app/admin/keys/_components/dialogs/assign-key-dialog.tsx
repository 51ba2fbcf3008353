'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { ApiError } from '#lib/api-client/api-client.ts';
import type { FuzzyKeyRow } from '#lib/fuzzy-keys/views.ts';
import { texts } from '../list/keys-texts.ts';
import { useKeyActions, useReloadKeys } from '../list/use-keys.ts';
import { UserPicker } from './user-picker.tsx';

/** Assigns a key that has no owner to a user. */
export function AssignKeyDialog({ fuzzyKey, onClose }: { fuzzyKey: FuzzyKeyRow; onClose: () => void }) {
  const { description } = fuzzyKey;
  const reload = useReloadKeys();
  const actions = useKeyActions();
  const [userId, setUserId] = useState<string | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (id: string) => actions.assign({ description, user_id: id }),
    onSuccess: ({ fuzzy_key: saved }) => {
      toast.success(texts.assigned);
      onClose();
      void reload(saved);
    },
    onError: () => toast.error(texts.assignFailed),
  });
  return (
    <Dialog title="Assign User to Key" description={description} onClose={onClose} isBusy={isPending}>
      <form
        aria-label="Assign User to Key"
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (userId !== null && !isPending) mutate(userId);
        }}
      >
        {error instanceof ApiError && <FailureAlert failure={error} text={error.message} />}
        <UserPicker chosen={userId} onChoose={setUserId} />
        <Button type="submit" size="lg" className="w-full" disabled={userId === null} aria-disabled={isPending}>
          {isPending ? 'Assigning...' : 'Assign Key'}
        </Button>
      </form>
    </Dialog>
  );
}
