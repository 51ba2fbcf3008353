'use client';

import { useQuery } from '@tanstack/react-query';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { SERVERS } from './texts.ts';

const REFRESH_MS = 30_000;

/** The servers without the aggregate (id 0). Polls, because agents connect and disconnect while the page is open. */
export const useServers = () =>
  useQuery({
    queryKey: SERVERS,
    queryFn: () => asAdmin(callApi('GET /admin/api/servers')),
    select: ({ servers }) => servers.filter(({ id }) => id !== 0),
    refetchInterval: REFRESH_MS,
  });
