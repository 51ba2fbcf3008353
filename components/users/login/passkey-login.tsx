'use client';

import { useState } from 'react';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { Button } from '#components/ui/actions/button.tsx';
import { classNames } from '#components/ui/look/class-names.ts';
import { Alert } from '#components/ui/states/alert.tsx';
import { loginErrorText, texts } from '#components/users/error-texts.ts';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import { useLoginDone } from './use-login-done.ts';

type PasskeyLoginProps = {
  returnUrl?: string | undefined;
  /** The form shows this button's message, because it was used last. */
  isSpeaking: boolean;
  onSpeak: () => void;
};

/** A passkey button, if the browser supports passkeys. Its space is reserved from the start, so nothing shifts. */
export function PasskeyLogin({ returnUrl, isSpeaking, onSpeak }: PasskeyLoginProps) {
  const isHydrated = useHydrated();
  const { isDone, finish } = useLoginDone(returnUrl);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isPossible = !isHydrated || 'PublicKeyCredential' in window;
  const logIn = async () => {
    onSpeak();
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
    <div className={classNames('space-y-4 border-t pt-4 noscript:hidden', !isPossible && 'invisible')}>
      <Button variant="secondary" size="lg" disabled={isBusy || isDone} className="w-full" onClick={() => void logIn()}>
        {isBusy ? 'Waiting for your passkey...' : 'Log in with a passkey'}
      </Button>
      {isDone && <Alert tone="success" text={texts.loginSuccess} />}
      {failure && isSpeaking && <Alert tone="error" text={failure} />}
    </div>
  );
}

/** Gets a passkey response from the browser and has the server verify it. Throws ApiError or the browser's error. */
async function answerWithPasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = await callApi('POST /login/passkey/options');
  await callApi('POST /login/passkey', { body: { response: await startAuthentication({ optionsJSON }) } });
}
