'use client';

import { useState, type MouseEvent } from 'react';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { texts } from '#components/users/error-texts.ts';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';

type ResendProps = { getEmail: () => string; returnUrl?: string | undefined };
type Outcome = 'idle' | 'sending' | 'sent' | 'needs-email' | ApiError;

/** Requests a new verification link and shows the outcome. Without JavaScript, posts the form around it. */
export function ResendVerification({ getEmail, returnUrl }: ResendProps) {
  const [outcome, setOutcome] = useState<Outcome>('idle');
  const resend = async (event: MouseEvent) => {
    event.preventDefault();
    const email = getEmail().trim();
    if (!email) return setOutcome('needs-email');
    setOutcome('sending');
    setOutcome(await requestMail(email, returnUrl));
  };
  if (outcome === 'sent') return <p role="status">{texts.resent}</p>;
  return (
    <>
      <Button
        type="submit"
        variant="secondary"
        formAction="/verify/form"
        formNoValidate
        disabled={outcome === 'sending'}
        onClick={(event) => void resend(event)}
      >
        {outcome === 'sending' ? 'Sending...' : 'Resend verification email'}
      </Button>
      {outcome === 'needs-email' && <Alert tone="error" text={texts.forgotNeedsEmail} />}
      {outcome instanceof ApiError && <FailureAlert failure={outcome} text={outcome.message || texts.resendFailed} />}
    </>
  );
}

const requestMail = (email: string, returnUrl: string | undefined): Promise<Outcome> =>
  callApi('POST /verify/resend', { body: { email, ...(returnUrl && { return_url: returnUrl }) } }).then(
    () => 'sent',
    (error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    },
  );
