'use client';

import { buttonClass } from '#components/ui/actions/button.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { paths } from '#lib/base/paths.ts';
import { useAuthState } from './auth-state.ts';
import { LogoutLink } from './logout-link.tsx';

type AuthLinksProps = { secondary?: 'quiet' | 'secondary' | undefined };

/**
 * Login and Get Started, or Dashboard and Logout. A skeleton until the login state is known. `secondary` is the look of
 * the minor button.
 */
export function AuthLinks({ secondary = 'quiet' }: AuthLinksProps) {
  const state = useAuthState();
  if (state === 'unknown') return <Unknown secondary={secondary} />;
  return state === 'logged-in' ? <LoggedIn secondary={secondary} /> : <LoggedOut secondary={secondary} />;
}

function Unknown({ secondary }: AuthLinksProps) {
  return (
    <>
      <Skeleton className="h-10 w-full noscript:hidden" />
      <noscript>
        <span className="flex gap-2">
          <LoggedOut secondary={secondary} />
        </span>
      </noscript>
    </>
  );
}

function LoggedOut({ secondary }: AuthLinksProps) {
  return (
    <>
      <a href={paths.login()} data-dialog="login" className={buttonClass({ variant: secondary })}>
        Login
      </a>
      <a href="/login?tab=signup" data-dialog="signup" className={buttonClass()}>
        Get Started
      </a>
    </>
  );
}

/** Dashboard is a minor button, because the page of a person who is logged in has its own main action. */
function LoggedIn({ secondary }: AuthLinksProps) {
  return (
    <>
      <a href={paths.dashboard} className={buttonClass({ variant: 'secondary' })}>
        Dashboard
      </a>
      {/* A button without a border ends where its text does. */}
      <LogoutLink className={buttonClass({ variant: secondary }, secondary === 'quiet' ? 'lg:-mr-4' : undefined)} />
    </>
  );
}
