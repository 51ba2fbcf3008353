import { useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';

export const BUYER = ['buyer'];

/** What the user said before an earlier purchase. A page that needs it asks again after a failure, or leads to the login. */
export const useBuyer = ({ isNeeded }: { isNeeded: boolean }) =>
  useQuery({
    queryKey: BUYER,
    queryFn: () => {
      const answer = callApi('GET /account/api/billing/buyer');
      return isNeeded ? orLogin(answer) : answer;
    },
    ...(!isNeeded && { retry: false }),
  });
