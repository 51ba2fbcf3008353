'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { SERVERS } from './texts.ts';

const REFRESH_MS = 30_000;

/**
 * The servers of the view without the aggregate (id 0). Polls, because agents connect and disconnect while the page is
 * open. Shows the previous servers until those of another view arrive.
 */
export const useServers = (query: string) =>
  useQuery({
    queryKey: [...SERVERS, query],
    queryFn: () => asAdmin(callApi('GET /admin/api/servers', { query: new URLSearchParams(query) })),
    placeholderData: keepPreviousData,
    select: ({ servers }) => servers.filter(({ id }) => id !== 0),
    refetchInterval: REFRESH_MS,
  });
