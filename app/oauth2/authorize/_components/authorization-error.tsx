import { buttonClass } from '#components/ui/actions/button.tsx';
import { paths } from '#lib/base/paths.ts';
import type { CardCode, EndedCode } from '#lib/oauth/error-card.ts';

type AuthorizationErrorProps = { code: Exclude<CardCode, EndedCode | 'invalid_logout' | 'logout_failed'> };

/** The customer's card for requests that cannot work. The only link goes home: none leads to an application (S64). */
export function AuthorizationError({ code }: AuthorizationErrorProps) {
  return (
    <section role="alert" className="space-y-4 rounded-md border bg-surface p-6">
      <h1 className="text-title font-semibold">Authorization Error</h1>
      <p className="text-red">{TEXTS[code]}</p>
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

/** The texts for refused requests. */
const TEXTS: Readonly<Record<AuthorizationErrorProps['code'], string>> = {
  invalid_request: 'Invalid OAuth2 authorization request. Missing required parameters.',
  unsupported_response_type: "Unsupported response type. Only 'code' is supported.",
  invalid_client: 'Invalid client ID.',
  invalid_redirect_uri: 'The redirect URI is not registered for this application.',
  temporarily_unavailable: 'Failed to fetch client details.',
  server_error: 'Failed to load client details.',
  failed: 'Authorization failed. Please try again.',
};

/** Errors that only the application’s developers can mend. */
const OF_APPLICATION: readonly string[] = [
  'invalid_request',
  'unsupported_response_type',
  'invalid_client',
  'invalid_redirect_uri',
];
