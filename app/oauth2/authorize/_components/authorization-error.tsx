import { buttonClass } from '#components/ui/button.tsx';
import { paths } from '#lib/paths.ts';
import { errorText } from './error-texts.ts';

/** The only link goes home: no error page links to an application (S64). */
export function AuthorizationError({ code }: { code: string }) {
  return (
    <section role="alert" className="space-y-4 rounded-md border bg-surface p-6">
      <h1 className="text-title font-semibold">{code === 'invalid_logout' ? 'Logout Error' : 'Authorization Error'}</h1>
      <p className="text-red">{errorText(code)}</p>
      <a href={paths.home} className={buttonClass({ variant: 'secondary', size: 'lg' }, 'w-full')}>
        Return to Home
      </a>
    </section>
  );
}
