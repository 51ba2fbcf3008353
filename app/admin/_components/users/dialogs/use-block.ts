'use client';

import { toast } from '#components/ui/overlays/toast.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { countOf } from '#lib/format.ts';
import { useAdminAction } from '../../frame/use-admin-action.ts';
import { useReloadUsers } from '../list/use-users.ts';

/**
 * Blocks or unblocks users, ends their subscriptions if wanted, shows how many changed, and offers Undo. Throws
 * ApiError.
 */
export function useBlockWithUndo() {
  const reload = useReloadUsers();
  const runAction = useAdminAction();
  const send = (ids: string[], blocked: boolean, ends = false) => {
    const body = { ids, blocked, ...(ends && { end_subscriptions: true }) };
    return runAction(() => callApi('POST /admin/api/users/block', { body }));
  };
  const undo = async (ids: string[], blocked: boolean) => {
    try {
      const { changed } = await send(ids, blocked).finally(reload);
      toast.success(saying(changed.length, blocked));
    } catch (error) {
      toast.error(`Failed to undo: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return async (ids: string[], blocked: boolean, endsSubscriptions: boolean) => {
    const { changed } = await send(ids, blocked, endsSubscriptions);
    const hasEnded = endsSubscriptions && changed.some(({ charged }) => charged.length);
    const back = changed.map(({ id }) => id);
    const action = back.length ? { label: 'Undo', onClick: () => void undo(back, !blocked) } : undefined;
    const detail = hasEnded ? 'Their subscriptions end now. Undo does not restart them.' : undefined;
    toast.success(saying(changed.length, blocked), { action, detail });
    await reload();
  };
}

const saying = (count: number, blocked: boolean) => `${countOf(count, 'user')} ${blocked ? 'blocked' : 'unblocked'}.`;
