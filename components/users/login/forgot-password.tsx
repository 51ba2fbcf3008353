'use client';

import { useState, type MouseEvent } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { texts } from '#components/users/error-texts.ts';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';

type Outcome = 'idle' | 'sending' | 'sent' | 'needs-email' | ApiError;

/** `isSpeaking`: the form shows this button's message, because it was used last. */
type ForgotPasswordProps = { isSpeaking: boolean; onSpeak: () => void };

/** Mails a reset link to the address in the login form. Without JavaScript, the button posts the form. */
export function ForgotPassword({ isSpeaking, onSpeak }: ForgotPasswordProps) {
  const { getValues, setFocus } = useFormContext<{ email: string }>();
  const typed = useWatch<{ email: string }>({ name: 'email' });
  const [outcome, setOutcome] = useState<Outcome>('idle');
  const request = async (event: MouseEvent) => {
    event.preventDefault();
    onSpeak();
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
      {isSpeaking && <Result outcome={outcome} isEmpty={!typed?.trim()} />}
    </div>
  );
}

function Result({ outcome, isEmpty }: { outcome: Outcome; isEmpty: boolean }) {
  if (outcome === 'sent') return <Alert tone="success" text={texts.forgotSuccess} />;
  if (outcome === 'needs-email' && isEmpty) return <Alert tone="error" text={texts.forgotNeedsEmail} />;
  return outcome instanceof ApiError ? <FailureAlert failure={outcome} text={texts.forgotFailed} /> : null;
}

const requestReset = (email: string): Promise<Outcome> =>
  callApi('POST /forgot/email', { body: { email } }).then(
    () => 'sent',
    (error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    },
  );
