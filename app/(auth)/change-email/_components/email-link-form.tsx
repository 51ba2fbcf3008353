'use client';

import { useState, type SyntheticEvent } from 'react';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import { ACTIONS, isFinal, linkErrorText, type Action } from './email-link-texts.ts';

type EmailLinkFormProps = {
  action: Action;
  token: string;
  errorCode: string | undefined;
  /** `done`, or the code of a final error. */
  onOutcome: (outcome: string) => void;
};

/** A single button. A final error replaces the form; after any other error the button can be pressed again. */
export function EmailLinkForm({ action, token, errorCode, onOutcome }: EmailLinkFormProps) {
  const { call, intro, button, busy } = ACTIONS[action];
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isSending) return;
    setIsSending(true);
    setFailure(null);
    try {
      await callApi(`POST ${call}`, { body: { token } });
      onOutcome('done');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isFinal(error.code)) onOutcome(error.code);
      else setFailure(error);
    } finally {
      setIsSending(false);
    }
  };
  return (
    <form method="post" action={`${call}/form`} onSubmit={(event) => void send(event)} className="space-y-5">
      <p>{intro}</p>
      <input type="hidden" name="token" value={token} />
      {failure && <FailureAlert failure={failure} text={failure.message} />}
      {errorCode && !failure && !isSending && <Alert tone="error" text={linkErrorText(errorCode)} />}
      <Button type="submit" size="lg" aria-disabled={isSending} className="w-full">
        {isSending ? busy : button}
      </Button>
    </form>
  );
}
