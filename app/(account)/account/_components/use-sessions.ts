'use client';

import { useQuery } from '@tanstack/react-query';
import { orLogin } from '#lib/http/or-login.ts';
import type { SessionView } from '#lib/auth/views.ts';
import { apiGet } from '#lib/http/api-client.ts';

export const SESSIONS = ['sessions'];

export const useSessions = () =>
  useQuery({
    queryKey: SESSIONS,
    queryFn: () => orLogin(apiGet<{ sessions: SessionView[] }>('/account/api/sessions')),
    select: ({ sessions }) => sessions,
  });
