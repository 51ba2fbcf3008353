'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api-client/api-client.ts';

export const CONNECTED_APPS = ['connected-apps'];

export const useConnectedApps = () =>
  useQuery({
    queryKey: CONNECTED_APPS,
    queryFn: () => callApi('GET /account/api/connected-apps'),
    select: ({ apps }) => apps,
  });

export const revokeConnectedApp = (id: string) =>
  callApi('DELETE /account/api/connected-apps/{id}', { params: { id } });
