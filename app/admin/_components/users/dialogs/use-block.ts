'use client';

import { toast } from '#components/ui/overlays/toast.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { countOf } from '#lib/format.ts';
import { useAdminAction } from '../../frame/use-admin-action.ts';
import { useReloadUsers } from '../list/use-users.ts';

/** Blocks or unblocks users, shows how many changed, and offers Undo. Throws ApiError. */
export function useBlockWithUndo() {
  const reload = useReloadUsers();
  const runAction = useAdminAction();
  const send = (ids: string[], blocked: boolean) =>
    runAction(() => callApi('POST /admin/api/users/block', { body: { ids, blocked } }));
  const undo = async (ids: string[], blocked: boolean) => {
    try {
      const { changed } = await send(ids, blocked).finally(reload);
      toast.success(saying(changed.length, blocked));
    } catch (error) {
      toast.error(`Failed to undo: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return async (ids: string[], blocked: boolean) => {
    const { changed } = await send(ids, blocked);
    const back = changed.map(({ id }) => id);
    const action = back.length ? { label: 'Undo', onClick: () => void undo(back, !blocked) } : undefined;
    toast.success(saying(changed.length, blocked), { action });
    await reload();
  };
}

const saying = (count: number, blocked: boolean) => `${countOf(count, 'user')} ${blocked ? 'blocked' : 'unblocked'}.`;
