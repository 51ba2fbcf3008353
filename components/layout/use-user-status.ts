'use client';

import { useQuery } from '@tanstack/react-query';
import { loadUserStatus } from './auth-state.ts';

/** `GET userstatus` (spec §7): the plan, the key, and who is logged in. */
export const useUserStatus = () => useQuery({ queryKey: ['userstatus'], queryFn: loadUserStatus });
