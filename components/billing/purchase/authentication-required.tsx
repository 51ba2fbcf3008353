'use client';

import { Button } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { ApiError, isLoggedOut } from '#lib/api-client/api-client.ts';

type AuthenticationRequiredProps = {
  error: Error;
  onAccess: (tab: 'login' | 'signup') => void;
  onCheckAgain: () => void;
};

/** Shown if the visitor is logged out or the status is unknown. Either way, a purchase needs an account. */
export function AuthenticationRequired({ error, onAccess, onCheckAgain }: AuthenticationRequiredProps) {
  const isKnown = isLoggedOut(error);
  return (
    <div className="space-y-4">
      <Alert tone="info" text="Authentication Required">
        <p>Your plan and your key belong to an account. Please create one or log in.</p>
        {!isKnown && <NotChecked error={error} />}
      </Alert>
      <div className="grid gap-2">
        <Button size="lg" onClick={() => onAccess('signup')}>
          Create Account &amp; Purchase
        </Button>
        <Button size="lg" variant="secondary" onClick={() => onAccess('login')}>
          Login &amp; Purchase
        </Button>
        {!isKnown && (
          <Button variant="quiet" onClick={onCheckAgain}>
            Check again
          </Button>
        )}
      </div>
    </div>
  );
}

function NotChecked({ error }: { error: Error }) {
  return (
    <>
      <p>Your login status could not be checked: {error.message}</p>
      {error instanceof ApiError && error.requestId && (
        <p>
          Request ID <code className="font-mono break-all select-all">{error.requestId}</code>
        </p>
      )}
    </>
  );
}
