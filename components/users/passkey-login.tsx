'use client';

import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useState } from 'react';
import { useHydrated } from '#components/form/use-hydrated.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { ApiError, apiPost } from '#lib/http/api-client.ts';
import { loginErrorText, texts } from './error-texts.ts';
import { useLoginDone } from './use-login-done.ts';

/** Logs in with a passkey, where the browser has them. */
export function PasskeyLogin({ returnUrl }: { returnUrl?: string | undefined }) {
  const isHydrated = useHydrated();
  const { isDone, finish } = useLoginDone(returnUrl);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (!isHydrated || !('PublicKeyCredential' in window)) return null;
  const logIn = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      await answerWithPasskey();
      finish();
    } catch (error) {
      setFailure(error instanceof ApiError ? loginErrorText(error) : texts.noPasskey);
    }
    setIsBusy(false);
  };
  return (
    <div className="space-y-4 border-t pt-4">
      <Button variant="secondary" size="lg" disabled={isBusy || isDone} className="w-full" onClick={() => void logIn()}>
        {isBusy ? 'Waiting for your passkey...' : 'Log in with a passkey'}
      </Button>
      {isDone && <Alert tone="success" text={texts.loginSuccess} />}
      {failure && <Alert tone="error" text={failure} />}
    </div>
  );
}

/** Asks the browser for a passkey of this site, and the server whether it is right. Throws ApiError, or the browser's refusal. */
async function answerWithPasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = await apiPost<PublicKeyCredentialRequestOptionsJSON>('/login/passkey/options', {});
  await apiPost('/login/passkey', { response: await startAuthentication({ optionsJSON }) });
}
