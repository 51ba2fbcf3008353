'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { settingsKey } from '../settings-sections.ts';

export const EMAIL_ADDRESS = settingsKey('email-address');

export const useEmailAddress = () =>
  useQuery({ queryKey: EMAIL_ADDRESS, queryFn: () => orLogin(callApi('GET /account/api/email')) });
