'use client';

import { useQuery } from '@tanstack/react-query';
import { apiGet } from '#lib/http/api-client.ts';
import { orLogin } from '#lib/http/or-login.ts';
import type { UsageTokenListView } from '#lib/usage-tokens/views.ts';

export const USAGE_TOKENS_PATH = '/account/api/usage-tokens';
export const USAGE_TOKENS = ['usage-tokens'];

export const useUsageTokens = () =>
  useQuery({
    queryKey: USAGE_TOKENS,
    queryFn: () => orLogin(apiGet<UsageTokenListView>(USAGE_TOKENS_PATH)),
    select: ({ usage_tokens }) => usage_tokens,
  });
