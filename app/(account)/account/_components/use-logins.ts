'use client';

import { useQuery } from '@tanstack/react-query';
import { orLogin } from '#lib/http/or-login.ts';
import { callApi } from '#lib/http/api-client.ts';

export const useLogins = () =>
  useQuery({
    queryKey: ['logins'],
    queryFn: () => orLogin(callApi('GET /account/api/logins')),
    select: ({ logins }) => logins,
  });
