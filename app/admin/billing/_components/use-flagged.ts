'use client';

import { useQuery } from '@tanstack/react-query';
import { orLogin } from '#lib/api-client/or-login.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { FLAGGED } from './queries.ts';

export const useFlagged = () =>
  useQuery({
    queryKey: FLAGGED,
    queryFn: () => orLogin(callApi('GET /admin/api/billing/flagged')),
  });
