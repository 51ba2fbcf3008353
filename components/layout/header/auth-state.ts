'use client';

import { useSyncExternalStore } from 'react';
import { ApiError, callApi, isLoggedOut } from '#lib/api-client/api-client.ts';
import type { UserStatusView } from '#lib/billing/views.ts';

export type AuthState = 'unknown' | 'logged-in' | 'logged-out';

let state: AuthState = 'unknown';
let running: Promise<UserStatusView> | null = null;
const listeners = new Set<() => void>();

/** Fetches the user status, once for concurrent callers, and updates the header. Throws ApiError. */
export function loadUserStatus(): Promise<UserStatusView> {
  running ??= callApi('GET /userstatus', { headers: { prefer: 'handling=lenient' } })
    .then((status) => {
      if (!status) throw new ApiError('Please log in.', { status: 401, code: 'unauthenticated' });
      return status;
    })
    .then(
      (status) => {
        setAuthState('logged-in');
        if (status.has_subscription && status.plan.product !== null)
          document.documentElement.dataset['product'] = status.plan.product; // for the pricing section (globals.css)
        return status;
      },
      (error: unknown) => {
        // An account that requires a second factor shows nothing to a login without one.
        const isForbidden = error instanceof ApiError && error.code === 'forbidden';
        if (!isForbidden && !isLoggedOut(error)) console.error('userstatus failed', error);
        setAuthState(isForbidden ? 'logged-in' : 'logged-out');
        throw error;
      },
    )
    .finally(() => {
      running = null;
    });
  return running;
}

/** Unknown until the first response of /userstatus. */
export const useAuthState = (): AuthState =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => 'unknown',
  );

/** The sessionStorage key that tells the home page that the logout failed (logout-notice.tsx). */
export const LOGOUT_FAILED = 'logout-failed';

/** Ends the session and goes to the home page, even if the request fails. The home page then reports the failure. */
export async function logOut(): Promise<void> {
  await callApi('GET /logout').catch(() => window.sessionStorage.setItem(LOGOUT_FAILED, '1'));
  setAuthState('logged-out');
  window.location.assign('/');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (state === 'unknown') loadUserStatus().catch(() => undefined); // already logged, and the state is set
  return () => listeners.delete(listener);
}

function setAuthState(next: AuthState) {
  state = next;
  document.documentElement.toggleAttribute('data-logged-in', next === 'logged-in'); // for the home page (globals.css)
  for (const listener of listeners) listener();
}
