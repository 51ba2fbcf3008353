'use client';

import { useQuery } from '@tanstack/react-query';
import { apiDelete, apiGet } from '#lib/http/api-client.ts';
import type { ConnectedAppView } from '#lib/oauth/views.ts';

export const CONNECTED_APPS = ['connected-apps'];

export const useConnectedApps = () =>
  useQuery({
    queryKey: CONNECTED_APPS,
    queryFn: () => apiGet<{ apps: ConnectedAppView[] }>('/account/api/connected-apps'),
    select: ({ apps }) => apps,
  });

export const revokeConnectedApp = (id: string) => apiDelete(`/account/api/connected-apps/${encodeURIComponent(id)}`);
