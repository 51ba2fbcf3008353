'use client';

import { useQuery } from '@tanstack/react-query';
import { loadUserStatus } from './auth-state.ts';

/** The logged-in user, their plan and their key. */
export const useUserStatus = () => useQuery({ queryKey: ['userstatus'], queryFn: loadUserStatus });
