'use client';

import { useQuery } from '@tanstack/react-query';
import { orLogin } from '#lib/http/or-login.ts';
import { callApi } from '#lib/http/api-client.ts';

export const EMAIL_ADDRESS = ['email-address'];

export const useEmailAddress = () =>
  useQuery({ queryKey: EMAIL_ADDRESS, queryFn: () => orLogin(callApi('GET /account/api/email')) });
