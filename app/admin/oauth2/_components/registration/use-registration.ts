'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '#components/ui/overlays/toast.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import type { RegistrationSettings } from '#lib/oauth/views.ts';
import { useAdminAction } from '../../../_components/frame/use-admin-action.ts';
import { failureText, texts } from '../list/texts.ts';

const SETTINGS = ['admin', 'oauth2', 'registration'];
export const INITIAL_TOKENS = ['admin', 'oauth2', 'initial-tokens'];

export const useRegistrationSettings = () =>
  useQuery({ queryKey: SETTINGS, queryFn: () => asAdmin(callApi('GET /admin/api/oauth2/registration')) });

export const useInitialTokens = () =>
  useQuery({
    queryKey: INITIAL_TOKENS,
    queryFn: () => asAdmin(callApi('GET /admin/api/oauth2/initial-tokens')),
    select: ({ tokens }) => tokens,
  });

/** Saves the switches. They change only once the server has answered. */
export function useSaveSettings() {
  const client = useQueryClient();
  const runAction = useAdminAction();
  return useMutation({
    mutationFn: (body: RegistrationSettings) =>
      runAction(() => callApi('PUT /admin/api/oauth2/registration', { body })),
    onSuccess: (saved) => {
      client.setQueryData(SETTINGS, saved);
      toast.success(texts.settingsSaved);
    },
    onError: (error) => toast.error(failureText(error, texts.updateFailed)),
  });
}
