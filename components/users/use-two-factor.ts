'use client';

import { useQuery } from '@tanstack/react-query';
import type { TwoFactorView } from '#lib/auth/views.ts';
import { apiGet } from '#lib/http/api-client.ts';
import { orLogin } from '#lib/http/or-login.ts';

export const TWO_FACTOR = ['two-factor'];

export const useTwoFactor = () =>
  useQuery({ queryKey: TWO_FACTOR, queryFn: () => orLogin(apiGet<TwoFactorView>('/account/api/two-factor')) });
