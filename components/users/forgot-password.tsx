'use client';

import { useState, type MouseEvent } from 'react';
import { useFormContext } from 'react-hook-form';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { ApiError, apiPost } from '#lib/http/api-client.ts';
import { texts } from './error-texts.ts';

type Outcome = 'idle' | 'sending' | 'sent' | 'needs-email' | ApiError;

/** Mails a reset link to the address in the login form (spec §5). Without script it posts the form by itself. */
export function ForgotPassword() {
  const { getValues, setFocus } = useFormContext<{ email: string }>();
  const [outcome, setOutcome] = useState<Outcome>('idle');
  const request = async (event: MouseEvent) => {
    event.preventDefault();
    const email = (getValues('email') ?? '').trim();
    if (!email) {
      setFocus('email');
      return setOutcome('needs-email');
    }
    setOutcome('sending');
    setOutcome(await requestReset(email));
  };
  return (
    <div className="space-y-3">
      <button
        type="submit"
        formAction="/forgot/form"
        formNoValidate
        disabled={outcome === 'sending'}
        onClick={(event) => void request(event)}
        className="rounded-sm py-1 text-small text-muted underline underline-offset-4 hover:text-ink"
      >
        {outcome === 'sending' ? 'Sending...' : 'Forgot your password?'}
      </button>
      {outcome === 'sent' && <Alert tone="success" text={texts.forgotSuccess} />}
      {outcome === 'needs-email' && <Alert tone="error" text={texts.forgotNeedsEmail} />}
      {outcome instanceof ApiError && <FailureAlert failure={outcome} text={texts.forgotFailed} />}
    </div>
  );
}

const requestReset = (email: string): Promise<Outcome> =>
  apiPost('/forgot/email', { email }).then(
    () => 'sent',
    (error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    },
  );
