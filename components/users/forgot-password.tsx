'use client';

import { useState, type MouseEvent } from 'react';
import { useFormContext } from 'react-hook-form';
import { Alert } from '#components/ui/alert.tsx';
import { apiPost } from '#lib/http/api-client.ts';
import { texts } from './error-texts.ts';

/** Mails a reset link to the address in the login form (spec §5). Without script it posts the form by itself. */
export function ForgotPassword() {
  const { getValues } = useFormContext<{ email: string }>();
  const [outcome, setOutcome] = useState<{ tone: 'success' | 'error'; text: string } | null>(null);
  const [sending, setSending] = useState(false);
  const request = async (event: MouseEvent) => {
    event.preventDefault();
    const email = (getValues('email') ?? '').trim();
    if (!email) return setOutcome({ tone: 'error', text: texts.forgotNeedsEmail });
    setOutcome(null);
    setSending(true);
    setOutcome(await requestReset(email));
    setSending(false);
  };
  return (
    <div className="space-y-3">
      <button
        type="submit"
        formAction="/forgot/form"
        formNoValidate
        disabled={sending}
        onClick={(event) => void request(event)}
        className="rounded-sm py-1 text-small text-muted underline underline-offset-4 hover:text-ink"
      >
        Forgot your password?
      </button>
      {outcome && <Alert {...outcome} />}
    </div>
  );
}

const requestReset = (email: string) =>
  apiPost('/forgot/email', { email }).then(
    () => ({ tone: 'success', text: texts.forgotSuccess }) as const,
    () => ({ tone: 'error', text: texts.forgotFailed }) as const,
  );
