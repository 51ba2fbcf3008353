'use client';

import { useQuery } from '@tanstack/react-query';
import { orLogin } from '#lib/http/or-login.ts';
import type { PasskeyView } from '#lib/auth/views.ts';
import { apiGet } from '#lib/http/api-client.ts';

export const PASSKEYS = ['passkeys'];

export const usePasskeys = () =>
  useQuery({
    queryKey: PASSKEYS,
    queryFn: () => orLogin(apiGet<{ passkeys: PasskeyView[] }>('/account/api/passkeys')),
    select: ({ passkeys }) => passkeys,
  });
