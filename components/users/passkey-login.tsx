'use client';

import { useState } from 'react';
import { useHydrated } from '#components/form/use-hydrated.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { ApiError, callApi } from '#lib/http/api-client.ts';
import { loginErrorText, texts } from './error-texts.ts';
import { useLoginDone } from './use-login-done.ts';

type PasskeyLoginProps = {
  returnUrl?: string | undefined;
  /** Whether what it says is the newest of the messages around it. */
  isSpeaking: boolean;
  onSpeak: () => void;
};

/** Logs in with a passkey, where the browser has them. Its place is kept from the first byte on, so that nothing moves. */
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

/** Asks the browser for a passkey of this site, and the server whether it is right. Throws ApiError, or the browser's refusal. */
async function answerWithPasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = await callApi('POST /login/passkey/options');
  await callApi('POST /login/passkey', { body: { response: await startAuthentication({ optionsJSON }) } });
}
