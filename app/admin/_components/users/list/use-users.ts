'use client';

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { toast } from '#components/ui/overlays/toast.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import type { BlockUsersInput } from '#lib/users/schema.ts';
import type { AdminUserDetailView, AdminUserView } from '#lib/users/views.ts';
import { showSaved } from '../../lists/show-saved.ts';
import { USERS } from './users-list.ts';
import { texts } from './user-texts.ts';

const detailKey = (id: string) => [...USERS, 'one', id];
export const useUserDetail = (id: string) =>
  useQuery({
    queryKey: detailKey(id),
    queryFn: () => asAdmin(callApi('GET /admin/api/users/{id}', { params: { id } })),
  });

/** Reloads the queries about users that are on screen. Shows a saved user at once. */
export function useReloadUsers(): (saved?: AdminUserView) => Promise<void> {
  const client = useQueryClient();
  return (saved) => {
    if (saved) {
      showSaved(client, { queryKey: USERS, field: 'users' }, [saved]);
      client.setQueryData<AdminUserDetailView>(detailKey(saved.id), (detail) => detail && { ...detail, user: saved });
    }
    return client.invalidateQueries({ queryKey: USERS });
  };
}

/** A dry run of the request: which users would change, which would not, and why. */
export const useBlockPreview = (input: Pick<BlockUsersInput, 'ids' | 'blocked'>) =>
  useQuery({
    queryKey: [...USERS, 'block', input],
    queryFn: () => asAdmin(callApi('POST /admin/api/users/block', { body: { ...input, dry_run: true } })),
    gcTime: 0,
    staleTime: Infinity,
  });

/** Keys without an owner that match the search. A failure shows a toast. */
export const useUnassociatedKeys = (search: string) =>
  useQuery({
    queryKey: ['admin', 'unassociated-keys', search],
    queryFn: async () => {
      try {
        return await asAdmin(callApi('GET /admin/api/unassociated-keys', { query: { search } }));
      } catch (error) {
        toast.error(texts.keysFailed);
        throw error;
      }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
