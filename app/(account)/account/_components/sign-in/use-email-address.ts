'use client';

import { useQuery } from '@tanstack/react-query';
import { orLogin } from '#lib/api-client/or-login.ts';
import { callApi } from '#lib/api-client/api-client.ts';

export const EMAIL_ADDRESS = ['email-address'];

export const useEmailAddress = () =>
  useQuery({ queryKey: EMAIL_ADDRESS, queryFn: () => orLogin(callApi('GET /account/api/email')) });
