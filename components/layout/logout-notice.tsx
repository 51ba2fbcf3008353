'use client';

import { lazy, Suspense, useSyncExternalStore } from 'react';
import { LOGOUT_FAILED } from './auth-state.ts';

const LogoutFailed = lazy(() => import('./logout-failed.tsx').then(({ LogoutFailed }) => ({ default: LogoutFailed })));

/** Says that the logout which led here failed; nothing on any other page, and nothing the next time. */
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

/** Looked up once a page, and taken out, because the next page knows nothing of it. */
function hasLogoutFailed(): boolean {
  known ??= window.sessionStorage.getItem(LOGOUT_FAILED) !== null;
  window.sessionStorage.removeItem(LOGOUT_FAILED);
  return known;
}
