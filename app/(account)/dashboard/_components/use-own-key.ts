'use client';

import { useQuery } from '@tanstack/react-query';
import { orLogin } from '#lib/http/or-login.ts';
import { callApi } from '#lib/http/api-client.ts';

export const OWN_KEY = ['own-key'];

export const useOwnKey = () => useQuery({ queryKey: OWN_KEY, queryFn: () => orLogin(callApi('GET /account/api/key')) });
