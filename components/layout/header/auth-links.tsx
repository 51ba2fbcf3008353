'use client';

import { usePathname } from 'next/navigation';
import { isProductPath } from '#components/layout/product/product-pages.ts';
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

/** Dashboard is a minor button on signed-in pages and on the consent page, where it is not the main action. */
function LoggedIn({ secondary }: AuthLinksProps) {
  const isMinor = isProductPath(usePathname());
  return (
    <>
      <a href={paths.dashboard} className={buttonClass({ variant: isMinor ? secondary : 'primary' })}>
        Dashboard
      </a>
      <LogoutLink className={buttonClass({ variant: secondary })} />
    </>
  );
}
