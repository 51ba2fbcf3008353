import { Breakable } from '#components/ui/data/breakable.tsx';
import { LogoutLink } from '#components/layout/header/logout-link.tsx';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { paths, safeReturnPath } from '#lib/paths.ts';

type LoggedInNoticeProps = { email: string; returnUrl: string | undefined };

/** For a user who is already logged in: Continue and Logout. The forms below remain, to log in to another account. */
export function LoggedInNotice({ email, returnUrl }: LoggedInNoticeProps) {
  const target = safeReturnPath(returnUrl);
  return (
    <Alert tone="info" text="You are already logged in.">
      <p className="wrap-anywhere">
        <Breakable text={email} />
      </p>
      <p className="flex gap-2">
        <a href={target} className={buttonClass({ variant: 'secondary' })}>
          {target === paths.dashboard ? 'Dashboard' : 'Continue'}
        </a>
        <LogoutLink className={buttonClass({ variant: 'quiet' })} />
      </p>
    </Alert>
  );
}
