'use client';

import { useEffect, useState } from 'react';
import { z } from 'zod';
import { AcceptanceNote } from '#components/form/acceptance-note.tsx';
import { ApiForm } from '#components/form/api-form.tsx';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { PasswordField } from '#components/form/password-field.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Username } from '#components/form/username.tsx';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { Breakable } from '#components/ui/data/breakable.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { textOfCode, texts } from '#components/users/error-texts.ts';
import { ResetPasswordForm } from '#components/users/form-schemas.ts';
import { hideToken } from '#components/users/hide-token.ts';
import { ResendVerification } from '#components/users/login/resend-verification.tsx';
import { loadUserStatus } from '#components/layout/header/auth-state.ts';
import { useLoginDone } from '#components/users/login/use-login-done.ts';
import { PasswordPolicy } from '#components/users/password-policy.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import { ResendVerificationInput } from '#lib/auth/schema.ts';
import { paths, safeReturnPath } from '#lib/base/paths.ts';
import { chosenPlan } from '#lib/marketing/plans.ts';

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

/** The title follows what happened. */
export function VerifyEmail(props: VerifyEmailProps) {
  const [verified, setVerified] = useState(props.done === 'verified');
  const { isDone, finish } = useLoginDone(props.returnUrl);
  const title = isDone ? `Verified. ${whereTo(props.returnUrl)}` : verified ? 'Verified' : 'Verify your email';
  return (
    <>
      <h1 className="mb-4 text-heading font-semibold tracking-tight">{title}</h1>
      <Steps
        {...props}
        isDone={isDone}
        verified={verified}
        onVerified={(isLoggedIn) => {
          if (!isLoggedIn) return setVerified(true);
          loadUserStatus().catch(() => undefined); // the header follows; a failure is logged there
          finish();
        }}
      />
    </>
  );
}

/** Where the browser goes next. */
function whereTo(returnUrl: string | undefined): string {
  const plan = chosenPlan(returnUrl);
  if (plan) return `Taking you to payment for ${plan.name}...`;
  return safeReturnPath(returnUrl) === paths.dashboard ? 'Taking you to your account...' : 'Taking you back...';
}

type StepsProps = VerifyEmailProps & {
  isDone: boolean;
  verified: boolean;
  onVerified: (isLoggedIn: boolean) => void;
};

/** Verifies only when a button is pressed, because mail scanners open links (S18). */
function Steps({ email, token, returnUrl, errorCode, done, isDone, verified, onVerified, ...props }: StepsProps) {
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
      onVerified={onVerified}
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
      <SubmitButton place="wide" busyText="Sending...">
        Resend verification email
      </SubmitButton>
    </ApiForm>
  );
}

type VerifyFormProps = {
  email: string;
  token: string;
  returnUrl: string | undefined;
  /** The refusal of the form that was posted without JavaScript. */
  errorText: string | null;
  onVerified: (isLoggedIn: boolean) => void;
  /** Called if the link can never work. */
  onVoid: (text: string) => void;
  /** Called if this browser turns out not to be the one that signed up. */
  onNeedsPassword: () => void;
};

/** A single button, in the browser that signed up: what was typed there becomes effective. */
function VerifyForm(props: VerifyFormProps) {
  const api = useApiForm(z.object({}), () => verify(props));
  return (
    <ApiForm api={api} action="/verify/form" label="Verify email address" returnUrl={props.returnUrl}>
      <p>
        Press the button to confirm that <Address email={props.email} /> is your address.
      </p>
      <Link {...props} />
      {api.failure && <FailureAlert failure={api.failure} text={api.failure.message} />}
      {props.errorText && !api.failure && <Alert tone="error" text={props.errorText} />}
      <SubmitButton place="wide" busyText="Verifying...">
        Verify email address
      </SubmitButton>
    </ApiForm>
  );
}

/** In any other browser: who reads the mail chooses the password, because another person may have signed up. */
function ChoosePasswordForm(props: VerifyFormProps) {
  const api = useApiForm(ResetPasswordForm, ({ password }) => verify(props, password));
  return (
    <ApiForm api={api} action="/verify/form" label="Verify email address" returnUrl={props.returnUrl}>
      <p>
        You signed up in another browser, or asked for a new link. Choose the password for{' '}
        <Address email={props.email} />. It replaces any typed during sign-up.
      </p>
      <Link {...props} />
      {api.failure && <FailureAlert failure={api.failure} text={api.failure.message} />}
      {props.errorText && !api.failure && <Alert tone="error" text={props.errorText} />}
      <PasswordField name="password" label="Password" autoComplete="new-password" required />
      <PasswordPolicy name="password" />
      <PasswordField name="confirm_password" label="Confirm password" autoComplete="new-password" required />
      <AcceptanceNote button="Verify email address" />
      <SubmitButton place="wide" busyText="Verifying...">
        Verify email address
      </SubmitButton>
    </ApiForm>
  );
}

const Address = ({ email }: { email: string }) => (
  <strong className="font-semibold wrap-anywhere">
    <Breakable text={email} />
  </strong>
);

const Link = ({ email, token }: Pick<VerifyFormProps, 'email' | 'token'>) => (
  <>
    <Username name="email" email={email} />
    <input type="hidden" name="token" value={token} />
  </>
);

async function verify({ email, token, ...on }: VerifyFormProps, password?: string): Promise<void> {
  try {
    const body = { email, token, ...(password !== undefined && { password }) };
    const { logged_in: isLoggedIn } = await callApi('POST /verify/email', { body });
    on.onVerified(isLoggedIn);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid') throw error;
    if (Object.hasOwn(error.fields, 'password')) on.onNeedsPassword();
    else on.onVoid(error.message);
  }
}
