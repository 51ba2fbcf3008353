import { useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';

/** How the subscriber's usage compares with the limit. `refetchInterval` in milliseconds. */
export const useStanding = (options: { refetchInterval?: number } = {}) =>
  useQuery({ queryKey: ['standing'], queryFn: () => orLogin(callApi('GET /account/api/standing')), ...options });
