'use client';

import { useQuery } from '@tanstack/react-query';
import { orLogin } from '#lib/api-client/or-login.ts';
import { callApi } from '#lib/api-client/api-client.ts';

export const PASSKEYS = ['passkeys'];

export const usePasskeys = () =>
  useQuery({
    queryKey: PASSKEYS,
    queryFn: () => orLogin(callApi('GET /account/api/passkeys')),
    select: ({ passkeys }) => passkeys,
  });
