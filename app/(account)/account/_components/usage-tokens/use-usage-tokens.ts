'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';

export const USAGE_TOKENS_PATH = '/account/api/usage-tokens';
export const USAGE_TOKENS = ['usage-tokens'];

export const useUsageTokens = () =>
  useQuery({
    queryKey: USAGE_TOKENS,
    queryFn: () => orLogin(callApi('GET /account/api/usage-tokens')),
    select: ({ usage_tokens }) => usage_tokens,
  });
