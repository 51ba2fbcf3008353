'use client';

import { useEffect, useState } from 'react';
import { ApiForm } from '#components/form/api-form.tsx';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { textOfCode, texts } from '#components/users/error-texts.ts';
import { hideToken } from '#components/users/hide-token.ts';
import { ResendVerification } from '#components/users/login/resend-verification.tsx';
import { useLoginDone } from '#components/users/login/use-login-done.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { paths, safeReturnPath } from '#lib/paths.ts';
import { ResendVerificationInput } from '#lib/users/schema.ts';
import { ChoosePasswordForm, VerifyForm } from './verify-form.tsx';

type VerifyEmailProps = {
  email: string | undefined;
  /** of a live link */
  token: string | undefined;
  /** The browser is not the one that signed up. */
  choosesPassword: boolean;
  returnUrl: string | undefined;
  errorCode: string | undefined;
  /** The outcome of the form when posted without JavaScript. */
  done: 'verified' | 'resent' | undefined;
};

const INVALID = 'This verification link is invalid or has expired. Please request a new one.';

/** Verifies only when a button is pressed, because mail scanners open links (S18). */
export function VerifyEmail({ email, token, returnUrl, errorCode, done, ...props }: VerifyEmailProps) {
  const [verified, setVerified] = useState(done === 'verified');
  const { isDone, finish } = useLoginDone(returnUrl);
  const [choosesPassword, setChoosesPassword] = useState(props.choosesPassword);
  const [voidText, setVoidText] = useState<string | null>(null);
  useEffect(hideToken, []);

  if (isDone) return <Continuing returnUrl={returnUrl} />;
  if (verified) return <Verified returnUrl={returnUrl} />;
  if (done === 'resent') return <Alert tone="success" text={texts.resent} />;
  if (!email) return <ResendForm text={INVALID} returnUrl={returnUrl} />;
  const errorText = errorCode ? textOfCode(errorCode, token ? texts.newPasswordRequired : INVALID) : null;
  if (voidText || !token)
    return (
      <form method="post" aria-label="Resend verification email">
        <input type="hidden" name="email" value={email} />
        {returnUrl && <input type="hidden" name="return_url" value={returnUrl} />}
        <Alert tone="error" text={voidText ?? errorText ?? INVALID}>
          <ResendVerification getEmail={() => email} returnUrl={returnUrl} />
        </Alert>
      </form>
    );
  const Form = choosesPassword ? ChoosePasswordForm : VerifyForm;
  return (
    <Form
      email={email}
      token={token}
      returnUrl={returnUrl}
      errorText={errorText}
      onVerified={(isLoggedIn) => (isLoggedIn ? finish() : setVerified(true))}
      onVoid={setVoidText}
      onNeedsPassword={() => setChoosesPassword(true)}
    />
  );
}

/** Shown in the browser that signed up: it is now logged in and continues automatically. */
function Continuing({ returnUrl }: { returnUrl: string | undefined }) {
  return (
    <div className="space-y-4">
      <Alert tone="success" text="Your email address is verified." />
      <p>
        You are logged in.{' '}
        <a href={safeReturnPath(returnUrl)} className="underline underline-offset-4">
          Continue
        </a>
      </p>
    </div>
  );
}

function Verified({ returnUrl }: { returnUrl: string | undefined }) {
  return (
    <div className="space-y-4">
      <Alert tone="success" text="Your email address is verified." />
      <a href={paths.login(returnUrl)} className={buttonClass({ size: 'lg' }, 'w-full')}>
        Log in
      </a>
    </div>
  );
}

const schema = ResendVerificationInput.pick({ email: true });

/** For a link without an email address: asks for the address and mails a new link. */
function ResendForm({ text, returnUrl }: { text: string; returnUrl: string | undefined }) {
  const [sent, setSent] = useState(false);
  const api = useApiForm(schema, async ({ email }) => {
    await callApi('POST /verify/resend', { body: { email, ...(returnUrl && { return_url: returnUrl }) } });
    setSent(true);
  });
  if (sent) return <Alert tone="success" text={texts.resent} />;
  return (
    <ApiForm api={api} action="/verify/form" label="Resend verification email" returnUrl={returnUrl}>
      <Alert tone="error" text={text} />
      {api.failure && <FailureAlert failure={api.failure} text={api.failure.message} />}
      <TextField name="email" label="Email" type="email" autoComplete="username" required />
      <SubmitButton busyText="Sending...">Resend verification email</SubmitButton>
    </ApiForm>
  );
}
