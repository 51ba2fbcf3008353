'use client';

import { Breakable } from '#components/ui/data/breakable.tsx';
import { useState, type SyntheticEvent } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';

type VerifyFormProps = {
  email: string;
  token: string;
  returnUrl: string | undefined;
  onVerified: (isLoggedIn: boolean) => void;
  onFailure: (text: string) => void;
};

/** A single button. A final error replaces the form; after any other error the button can be pressed again. */
export function VerifyForm({ email, token, returnUrl, onVerified, onFailure }: VerifyFormProps) {
  const [sending, setSending] = useState(false);
  const [retryText, setRetryText] = useState<string | null>(null);
  const verify = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (sending) return;
    setSending(true);
    setRetryText(null);
    try {
      const { logged_in: isLoggedIn } = await callApi('POST /verify/email', { body: { email, token } });
      onVerified(isLoggedIn);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isFinal = error.status === 400 || error.status === 422;
      if (isFinal) onFailure(error.message);
      else setRetryText(error.message);
    } finally {
      setSending(false);
    }
  };
  return (
    <form method="post" action="/verify/form" onSubmit={(event) => void verify(event)} className="space-y-5">
      <p>
        Press the button to confirm that{' '}
        <strong className="font-semibold wrap-anywhere">
          <Breakable text={email} />
        </strong>{' '}
        is your address.
      </p>
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="token" value={token} />
      {returnUrl && <input type="hidden" name="return_url" value={returnUrl} />}
      {retryText && <Alert tone="error" text={retryText} />}
      <Button type="submit" size="lg" disabled={sending} className="w-full">
        {sending ? 'Verifying...' : 'Verify email address'}
      </Button>
    </form>
  );
}
