import { buttonClass } from '#components/ui/actions/button.tsx';
import { paths } from '#lib/paths.ts';

/** The only link goes home: no error page links to an application (S64). */
export function AuthorizationError({ code }: { code: string }) {
  return (
    <section role="alert" className="space-y-4 rounded-md border bg-surface p-6">
      <h1 className="text-title font-semibold">{code === 'invalid_logout' ? 'Logout Error' : 'Authorization Error'}</h1>
      <p className="text-red">{errorText(code)}</p>
      {OF_APPLICATION.includes(code) && (
        <p className="text-small">
          The application sent a request that cannot work. Your account is fine. Tell the application’s support what
          this page says.
        </p>
      )}
      <a href={paths.home} className={buttonClass({ variant: 'secondary', size: 'lg' }, 'w-full')}>
        Return to Home
      </a>
    </section>
  );
}

/** The texts for refused requests. The URL carries only the code. */
const TEXTS: Readonly<Record<string, string>> = {
  invalid_request: 'Invalid OAuth2 authorization request. Missing required parameters.',
  unsupported_response_type: "Unsupported response type. Only 'code' is supported.",
  invalid_client: 'Invalid client ID.',
  invalid_redirect_uri: 'The redirect URI is not registered for this application.',
  invalid_request_uri: 'This request has expired or was already used. Please start again from the application.',
  temporarily_unavailable: 'Failed to fetch client details.',
  server_error: 'Failed to load client details.',
  expired: 'This request has expired. Please start again from the application.',
  invalid_logout: 'The application asked to log you out in a way that is not valid. You are still logged in.',
};

/** Errors that only the application’s developers can mend. */
const OF_APPLICATION: readonly string[] = [
  'invalid_request',
  'unsupported_response_type',
  'invalid_client',
  'invalid_redirect_uri',
];

const errorText = (code: string): string =>
  (Object.hasOwn(TEXTS, code) ? TEXTS[code] : undefined) ?? 'Authorization failed. Please try again.';
