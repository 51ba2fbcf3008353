'use client';

import { useQuery } from '@tanstack/react-query';
import { orLogin } from '#lib/http/or-login.ts';
import type { FlaggedRow } from '#lib/billing/views.ts';
import { apiGet } from '#lib/http/api-client.ts';

export const FLAGGED = ['admin', 'billing', 'flagged'];

export const useFlagged = () =>
  useQuery({
    queryKey: FLAGGED,
    queryFn: () => orLogin(apiGet<{ flagged: FlaggedRow[]; total: number }>('/admin/api/billing/flagged')),
    select: ({ flagged }) => flagged,
  });
