'use client';

import { type MouseEvent, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { ApiForm } from '#components/form/api-form.tsx';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { PasswordField } from '#components/form/password-field.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Button } from '#components/ui/actions/button.tsx';
import { classNames } from '#components/ui/look/class-names.ts';
import { Alert } from '#components/ui/states/alert.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { loginErrorText, texts } from '#components/users/error-texts.ts';
import { LoginForm as schema } from '#components/users/form-schemas.ts';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import { LoginFailure } from './login-failure.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { useLoginDone } from './use-login-done.ts';

type LoginFormProps = { returnUrl?: string | undefined; errorCode?: string | undefined };

/** The part of the form that may show a message: the one used last. */
type Speaker = 'login' | 'forgot' | 'passkey';

/** The error of an empty address when a reset is asked for. It goes as soon as something is typed. */
const NEEDS_EMAIL = 'needs-email';

/**
 * Login with email and password, then a code if two-factor is on, or with a passkey. `errorCode` is the error of the
 * form when posted without JavaScript.
 */
export function LoginForm({ returnUrl, errorCode }: LoginFormProps) {
  const [asksForCode, setAsksForCode] = useState(false);
  const [speaker, setSpeaker] = useState<Speaker>('login');
  const { isDone, finish } = useLoginDone(returnUrl);
  const api = useApiForm(schema, async (values) => {
    const { status } = await callApi('POST /login/email', { body: values });
    if (status === 'ok') finish();
    else setAsksForCode(true);
  });
  const speak = (next: Speaker) => {
    setSpeaker(next);
    if (api.form.getFieldState('email').error?.type === NEEDS_EMAIL) api.form.clearErrors('email');
  };
  const submit: typeof api.submit = (event) => {
    speak('login');
    return api.submit(event);
  };
  if (asksForCode)
    return (
      <SecondFactorForm
        returnUrl={returnUrl}
        email={api.form.getValues('email')}
        onBack={() => setAsksForCode(false)}
      />
    );
  return (
    <div className="space-y-4" onInput={() => speak(speaker)}>
      <ApiForm api={{ ...api, submit }} action="/login/form" label="Login" returnUrl={returnUrl}>
        {isDone && <Alert tone="success" text={texts.loginSuccess} />}
        {speaker === 'login' && <LoginFailure api={api} returnUrl={returnUrl} errorCode={errorCode} />}
        <TextField name="email" label="Email" type="email" autoComplete="username webauthn" required />
        <PasswordField name="password" label="Password" autoComplete="current-password" required />
        <SubmitButton place="wide" busyText="Logging in..." disabled={isDone}>
          Login
        </SubmitButton>
        <ForgotPassword isSpeaking={speaker === 'forgot'} onSpeak={() => speak('forgot')} />
      </ApiForm>
      <PasskeyLogin returnUrl={returnUrl} isSpeaking={speaker === 'passkey'} onSpeak={() => speak('passkey')} />
    </div>
  );
}

type PasskeyLoginProps = {
  returnUrl?: string | undefined;
  /** The form shows this button's message, because it was used last. */
  isSpeaking: boolean;
  onSpeak: () => void;
};

/** A passkey button, if the browser supports passkeys. Its space is reserved from the start, so nothing shifts. */
function PasskeyLogin({ returnUrl, isSpeaking, onSpeak }: PasskeyLoginProps) {
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

type Outcome = 'idle' | 'sending' | 'sent' | ApiError;

/** `isSpeaking`: the form shows this button's message, because it was used last. */
type ForgotPasswordProps = { isSpeaking: boolean; onSpeak: () => void };

/** Mails a reset link to the address in the login form. Without JavaScript, the button posts the form. */
function ForgotPassword({ isSpeaking, onSpeak }: ForgotPasswordProps) {
  const { getValues, setError } = useFormContext<{ email: string }>();
  const [outcome, setOutcome] = useState<Outcome>('idle');
  const request = async (event: MouseEvent) => {
    event.preventDefault();
    onSpeak();
    const email = (getValues('email') ?? '').trim();
    if (!email) {
      setOutcome('idle');
      return setError('email', { type: NEEDS_EMAIL, message: texts.forgotNeedsEmail }, { shouldFocus: true });
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
      {isSpeaking && <Result outcome={outcome} />}
    </div>
  );
}

function Result({ outcome }: { outcome: Outcome }) {
  if (outcome === 'sent') return <Alert tone="success" text={texts.forgotSuccess} />;
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
