'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';

export const TWO_FACTOR = ['two-factor'];

export const useTwoFactor = () =>
  useQuery({ queryKey: TWO_FACTOR, queryFn: () => orLogin(callApi('GET /account/api/two-factor')) });
