'use client';

import { useQuery } from '@tanstack/react-query';
import { orLogin } from '#lib/http/or-login.ts';
import { apiGet } from '#lib/http/api-client.ts';
import type { EmailAddressView } from '#lib/users/views.ts';

export const EMAIL_ADDRESS = ['email-address'];

export const useEmailAddress = () =>
  useQuery({ queryKey: EMAIL_ADDRESS, queryFn: () => orLogin(apiGet<EmailAddressView>('/account/api/email')) });
