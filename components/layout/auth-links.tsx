'use client';

import { buttonClass } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { paths } from '#lib/paths.ts';
import { useAuthState } from './auth-state.ts';
import { LogoutLink } from './logout-link.tsx';

/** Login and Get Started, or Dashboard and Logout; a skeleton until it is known which. */
export function AuthLinks() {
  const state = useAuthState();
  if (state === 'unknown') return <Unknown />;
  return state === 'logged-in' ? <LoggedIn /> : <LoggedOut />;
}

function Unknown() {
  return (
    <>
      <Skeleton className="h-10 w-full noscript:hidden" />
      <noscript>
        <span className="grid gap-2 lg:flex">
          <LoggedOut />
        </span>
      </noscript>
    </>
  );
}

function LoggedOut() {
  return (
    <>
      <a href={paths.login()} data-dialog="login" className={buttonClass({ variant: 'quiet' })}>
        Login
      </a>
      <a href="/login?tab=signup" data-dialog="signup" className={buttonClass()}>
        Get Started
      </a>
    </>
  );
}

function LoggedIn() {
  return (
    <>
      <a href={paths.dashboard} className={buttonClass()}>
        Dashboard
      </a>
      <LogoutLink className={buttonClass({ variant: 'quiet' })} />
    </>
  );
}
