'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';

export const SERVERS = ['servers'];

export const useServers = () =>
  useQuery({ queryKey: SERVERS, queryFn: () => orLogin(callApi('GET /account/api/servers')) });
