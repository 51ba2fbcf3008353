'use client';

import { useMutation } from '@tanstack/react-query';
import { toast } from '#components/ui/overlays/toast.tsx';
import type { FuzzyKeyRow } from '#lib/fuzzy-keys/views.ts';
import { texts } from '../list/keys-texts.ts';
import { useKeyActions, useReloadKeys } from '../list/use-keys.ts';

/** Deletes a key, with Undo where possible, or restores a key. Ignores further presses during a request. */
export function useDeleteRestore() {
  const reload = useReloadKeys();
  const actions = useKeyActions();
  const restore = useMutation({
    mutationFn: actions.restore,
    onSuccess: ({ notice }) => toast.success(texts.restored, { detail: notice ?? undefined }),
    onError: ({ message }) => toast.error(texts.restoreFailed, { detail: message }),
    onSettled: () => void reload(),
  });
  const remove = useMutation({
    mutationFn: ({ description }: FuzzyKeyRow) => actions.remove(description),
    onSuccess: (_, { description, replaced_by: replacedBy }) => {
      const undo = { label: 'Undo', onClick: () => restore.mutate(description) };
      toast.success(texts.deleted, { action: replacedBy === null ? undo : undefined });
    },
    onError: ({ message }) => toast.error(texts.deleteFailed, { detail: message }),
    onSettled: () => void reload(),
  });
  return {
    remove: (key: FuzzyKeyRow) => {
      if (!(remove.isPending && remove.variables.id === key.id)) remove.mutate(key);
    },
    restore: ({ description }: FuzzyKeyRow) => {
      if (!(restore.isPending && restore.variables === description)) restore.mutate(description);
    },
  };
}
