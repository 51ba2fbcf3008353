'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { formatWait } from '#lib/format.ts';
import { ApiError, apiPost } from '#lib/http/api-client.ts';

type ResendProps = { email: string; returnUrl?: string | undefined };

/** Asks for a new verification link and says what came of it. */
export function ResendVerification({ email, returnUrl }: ResendProps) {
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  const [failure, setFailure] = useState<string | null>(null);
  const resend = async () => {
    setState('sending');
    setFailure(null);
    try {
      await apiPost('/verify/resend', { email, ...(returnUrl && { return_url: returnUrl }) });
      setState('sent');
    } catch (error) {
      setState('idle');
      setFailure(textOf(error));
    }
  };
  if (state === 'sent')
    return (
      <p role="status">If the address waits for verification, a new email is on its way. Please check your inbox.</p>
    );
  return (
    <>
      <Button
        variant="secondary"
        className="noscript:hidden"
        disabled={state === 'sending'}
        onClick={() => void resend()}
      >
        {state === 'sending' ? 'Sending...' : 'Resend verification email'}
      </Button>
      {failure && <p role="alert">{failure}</p>}
    </>
  );
}

function textOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'The email could not be sent. Please try again.';
  return error.retryAfterSeconds
    ? `${error.message} You can try again in ${formatWait(error.retryAfterSeconds)}.`
    : error.message;
}
