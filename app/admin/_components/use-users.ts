'use client';

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { asAdmin } from '#lib/http/as-admin.ts';
import { toast } from '#components/ui/toast.tsx';
import type { UnassociatedKeyRow } from '#lib/fuzzy-keys/views.ts';
import { apiGet, apiPost } from '#lib/http/api-client.ts';
import type { BlockUsersInput } from '#lib/users/schema.ts';
import type { AdminUserDetailView, BlockUsersView, UserListView } from '#lib/users/views.ts';
import { USERS } from './users-filters.ts';
import { texts } from './user-texts.ts';

/** `GET admin/api/users`; the last page stays until the next has come. */
export const useUsers = (query: string) =>
  useQuery({
    queryKey: [...USERS, query],
    queryFn: () => asAdmin(apiGet<UserListView>(`/admin/api/users?${query}`)),
    placeholderData: keepPreviousData,
  });

/** `GET admin/api/users/{id}`. */
export const useUserDetail = (id: string) =>
  useQuery({
    queryKey: [...USERS, 'one', id],
    queryFn: () => asAdmin(apiGet<AdminUserDetailView>(`/admin/api/users/${encodeURIComponent(id)}`)),
  });

/** Loads anew whatever of the users is shown. */
export function useReloadUsers(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: USERS });
}

/** `POST admin/api/users/block`. */
export const blockUsers = (input: Pick<BlockUsersInput, 'ids' | 'blocked'>): Promise<BlockUsersView> =>
  asAdmin(apiPost<BlockUsersView>('/admin/api/users/block', input));

/** The same call as a question: who would change, who would not, and why. */
export const useBlockPreview = (input: Pick<BlockUsersInput, 'ids' | 'blocked'>) =>
  useQuery({
    queryKey: [...USERS, 'block', input],
    queryFn: () => asAdmin(apiPost<BlockUsersView>('/admin/api/users/block', { ...input, dry_run: true })),
    gcTime: 0,
    staleTime: Infinity,
  });

type UnassociatedKeys = { keys: UnassociatedKeyRow[]; total: number };

/** `GET admin/api/unassociated-keys`; a failure is said in passing, too (spec §8). */
export const useUnassociatedKeys = (search: string) =>
  useQuery({
    queryKey: ['admin', 'unassociated-keys', search],
    queryFn: async () => {
      try {
        return await asAdmin(
          apiGet<UnassociatedKeys>(`/admin/api/unassociated-keys?${new URLSearchParams({ search })}`),
        );
      } catch (error) {
        toast.error(texts.keysFailed);
        throw error;
      }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
