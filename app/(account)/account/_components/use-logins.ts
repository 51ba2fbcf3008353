'use client';

import { useQuery } from '@tanstack/react-query';
import { orLogin } from '#lib/http/or-login.ts';
import type { LoginView } from '#lib/auth/views.ts';
import { apiGet } from '#lib/http/api-client.ts';

export const useLogins = () =>
  useQuery({
    queryKey: ['logins'],
    queryFn: () => orLogin(apiGet<{ logins: LoginView[] }>('/account/api/logins')),
    select: ({ logins }) => logins,
  });
