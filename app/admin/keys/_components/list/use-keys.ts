'use client';

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { MINUTE } from '#lib/base/time.ts';
import type { Grace } from '#lib/fuzzy-keys/schema.ts';
import type { FuzzyKeyRow } from '#lib/fuzzy-keys/views.ts';
import { useAdminAction } from '../../../_components/frame/use-admin-action.ts';
import { showSaved } from '../../../_components/lists/show-saved.ts';
import { KEY_LIST, KEY_RANKING, KEY_RANKS, KEYS } from './keys-list.ts';

/** Fetched only while the usage overview is expanded. */
export const useRanking = (query: string, isWanted: boolean) =>
  useQuery({
    queryKey: [...KEY_RANKING, query],
    queryFn: () => asAdmin(callApi('GET /admin/api/usage/ranking', { query: new URLSearchParams(query) })),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  });

export const useRanks = () =>
  useQuery({
    queryKey: KEY_RANKS,
    queryFn: () => asAdmin(callApi('GET /admin/api/fuzzy-keys/ranks')),
    select: ({ ranks }) => ranks,
    staleTime: 5 * MINUTE,
  });

export const useKeyNetworks = (description: string) =>
  useQuery({
    queryKey: [...KEYS, 'networks', description],
    queryFn: () => asAdmin(callApi('GET /admin/api/fuzzy-keys/networks', { query: { description } })),
  });

/** Reloads the queries about keys that are on screen. Shows saved keys at once. */
export function useReloadKeys(): (...saved: FuzzyKeyRow[]) => Promise<void> {
  const client = useQueryClient();
  return (...saved) => {
    showSaved(client, { queryKey: KEY_LIST, field: 'keys' }, saved);
    return client.invalidateQueries({ queryKey: KEYS });
  };
}

/** The query for the key id of a description. `keyId` is undefined if the name map lacks the description. */
export const keyIdQuery = (description: string) => ({
  queryKey: [...KEYS, 'namemap', description],
  queryFn: async () => {
    const map = await asAdmin(callApi('GET /admin/namemap', { query: { description } }));
    return { keyId: map[description] };
  },
});

/** Up to 20 users that match the search, by email. */
export const useUserSearch = (search: string) =>
  useQuery({
    queryKey: [...KEYS, 'users', search],
    queryFn: () => asAdmin(callApi('GET /admin/api/users', { query: { search, sort: 'email', limit: '20' } })),
    placeholderData: keepPreviousData,
  });

/** The current row of the key with exactly this description, or undefined if it is gone. */
export async function findKey(description: string): Promise<FuzzyKeyRow | undefined> {
  const { keys } = await asAdmin(callApi('POST /admin/api/fuzzy-keys/search', { body: { description } }));
  return keys.find((key) => key.description === description);
}

/** The requests that change keys. They ask for the password again where that is needed. */
export function useKeyActions() {
  const runAction = useAdminAction();
  return {
    generate: (body: { description: string; email: string | null; rank: number }) =>
      runAction(() => callApi('POST /admin/api/fuzzy-keys/generate', { body })),
    remove: (description: string) =>
      runAction(() => callApi('POST /admin/api/fuzzy-keys/delete', { body: { description } })),
    restore: (description: string) =>
      runAction(() => callApi('POST /admin/api/fuzzy-keys/undelete', { body: { description } })),
    setEmail: (body: { description: string; version: number; email: string | null }) =>
      runAction(() => callApi('POST /admin/api/fuzzy-keys/set-email', { body })),
    setRank: (body: { description: string; version: number; rank: number }) =>
      runAction(() => callApi('POST /admin/api/fuzzy-keys/set-rank', { body })),
    assign: (body: { description: string; user_id: string }) =>
      runAction(() => callApi('POST /admin/api/assign-key', { body })),
    rotate: (body: { description: string; grace: Grace }) =>
      runAction(() => callApi('POST /admin/api/fuzzy-keys/rotate', { body })),
  };
}
