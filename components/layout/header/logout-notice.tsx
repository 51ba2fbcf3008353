'use client';

import { lazy, Suspense, useSyncExternalStore } from 'react';
import { LOGOUT_FAILED } from './auth-state.ts';

const LogoutFailed = lazy(() => import('./logout-failed.tsx').then(({ LogoutFailed }) => ({ default: LogoutFailed })));

/** Reports a failed logout once, on the page that follows it. */
export function LogoutNotice() {
  const hasFailed = useSyncExternalStore(
    () => () => undefined,
    hasLogoutFailed,
    () => false,
  );
  return (
    hasFailed && (
      <Suspense fallback={null}>
        <LogoutFailed />
      </Suspense>
    )
  );
}

let known: boolean | undefined;

/** Reads and removes the flag once per page load, so that the next page does not report it again. */
function hasLogoutFailed(): boolean {
  known ??= window.sessionStorage.getItem(LOGOUT_FAILED) !== null;
  window.sessionStorage.removeItem(LOGOUT_FAILED);
  return known;
}
