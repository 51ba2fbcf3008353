'use client';

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { KEY_USAGE } from '#components/usage/use-key-usage.ts';
import { asAdmin } from '#lib/http/as-admin.ts';
import type { Grace } from '#lib/fuzzy-keys/schema.ts';
import type { FuzzyKeyListView, FuzzyKeyRow, RankMap } from '#lib/fuzzy-keys/views.ts';
import { apiGet, apiPost } from '#lib/http/api-client.ts';
import type { UsageRankingView } from '#lib/usage/views.ts';
import type { UserListView } from '#lib/users/views.ts';

export const KEYS = ['admin', 'fuzzy-keys'];

/** Shows the last page until the next one arrives. */
export const useKeys = (query: string) =>
  useQuery({
    queryKey: [...KEYS, 'list', query],
    queryFn: () => asAdmin(apiGet<FuzzyKeyListView>(`/admin/api/fuzzy-keys?${query}`)),
    placeholderData: keepPreviousData,
  });

/** Fetched only while the usage overview is expanded. */
export const useRanking = (query: string, isWanted: boolean) =>
  useQuery({
    queryKey: [...KEYS, 'ranking', query],
    queryFn: () => asAdmin(apiGet<UsageRankingView>(`/admin/api/usage/ranking?${query}`)),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  });

export const useRanks = () =>
  useQuery({
    queryKey: [...KEYS, 'ranks'],
    queryFn: () => asAdmin(apiGet<{ ranks: RankMap }>('/admin/api/fuzzy-keys/ranks')),
    select: ({ ranks }) => ranks,
    staleTime: 5 * 60_000,
  });

/** Reloads the key queries that are shown. */
export function useReloadKeys(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: KEYS });
}

/** Reloads the keys and their usage, for the Refresh button. */
export function useRefreshAll(): () => Promise<unknown> {
  const client = useQueryClient();
  return () => Promise.all([KEYS, KEY_USAGE].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** The key id of a description, or undefined if the name map lacks it. */
export const keyIdQuery = (description: string) => ({
  queryKey: [...KEYS, 'namemap', description],
  queryFn: async () => {
    const map = await asAdmin(apiGet<Record<string, string>>(`/admin/namemap?${new URLSearchParams({ description })}`));
    return { keyId: map[description] };
  },
});

/** Up to 20 users that match the search, by email. */
export const useUserSearch = (search: string) =>
  useQuery({
    queryKey: [...KEYS, 'users', search],
    queryFn: () =>
      asAdmin(apiGet<UserListView>(`/admin/api/users?${new URLSearchParams({ search, sort: 'email', limit: '20' })}`)),
    placeholderData: keepPreviousData,
  });

/** The current row of the key with exactly this description, or undefined if it is gone. */
export async function findKey(description: string): Promise<FuzzyKeyRow | undefined> {
  const { keys } = await asAdmin(apiPost<{ keys: FuzzyKeyRow[] }>('/admin/api/fuzzy-keys/search', { description }));
  return keys.find((key) => key.description === description);
}

type Changed = { fuzzy_key: FuzzyKeyRow };

export const generateKey = (input: { description: string; email: string | null; rank: number }) =>
  asAdmin(apiPost<Changed & { key: string }>('/admin/api/fuzzy-keys/generate', input));
export const deleteKey = (description: string) =>
  asAdmin(apiPost<Changed>('/admin/api/fuzzy-keys/delete', { description }));
export const restoreKey = (description: string) =>
  asAdmin(apiPost<Changed & { notice: string | null }>('/admin/api/fuzzy-keys/undelete', { description }));
export const setEmail = (input: { description: string; version: number; email: string | null }) =>
  asAdmin(apiPost<Changed>('/admin/api/fuzzy-keys/set-email', input));
export const setRank = (input: { description: string; version: number; rank: number }) =>
  asAdmin(apiPost<Changed>('/admin/api/fuzzy-keys/set-rank', input));
export const assignKey = (input: { description: string; user_id: string }) =>
  asAdmin(apiPost<Changed>('/admin/api/assign-key', input));
export const rotateKey = (input: { description: string; grace: Grace }) =>
  asAdmin(apiPost<Changed>('/admin/api/fuzzy-keys/rotate', input));
