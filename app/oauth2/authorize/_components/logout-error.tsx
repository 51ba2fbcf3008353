import { Button, buttonClass } from '#components/ui/actions/button.tsx';
import { paths } from '#lib/paths.ts';

type LogoutErrorProps = { code: 'invalid_logout' | 'logout_failed'; isLoggedIn: boolean };

/**
 * For a logout that an application asked for and that cannot end at the application. Logging out is what the person came
 * for, so the card offers it; it ends on our home page.
 */
export function LogoutError({ code, isLoggedIn }: LogoutErrorProps) {
  return (
    <section role="alert" className="space-y-4 rounded-md border bg-surface p-6">
      <h1 className="text-title font-semibold">Logout Error</h1>
      <p className="text-red">
        {TEXTS[code]} {isLoggedIn ? 'You are still logged in.' : 'You are not logged in.'}
      </p>
      {isLoggedIn && (
        <form method="post" action={paths.logout}>
          <Button type="submit" size="lg" className="w-full">
            Log out
          </Button>
        </form>
      )}
      <a href={paths.home} className={buttonClass({ variant: 'secondary', size: 'lg' }, 'w-full')}>
        Return to Home
      </a>
    </section>
  );
}

const TEXTS = {
  invalid_logout: 'The application asked to log you out in a way that is not valid.',
  logout_failed: 'The application’s request to log you out has failed.',
};
