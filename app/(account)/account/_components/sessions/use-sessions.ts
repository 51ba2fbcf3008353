'use client';

import { useQuery } from '@tanstack/react-query';
import { orLogin } from '#lib/api-client/or-login.ts';
import { callApi } from '#lib/api-client/api-client.ts';

export const SESSIONS = ['sessions'];

export const useSessions = () =>
  useQuery({
    queryKey: SESSIONS,
    queryFn: () => orLogin(callApi('GET /account/api/sessions')),
    select: ({ sessions }) => sessions,
  });
