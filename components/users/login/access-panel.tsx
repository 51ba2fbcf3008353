'use client';

import { type ReactNode, useState } from 'react';
import { AcceptanceNote } from '#components/form/acceptance-note.tsx';
import { ApiForm } from '#components/form/api-form.tsx';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { PasswordField } from '#components/form/password-field.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Button } from '#components/ui/actions/button.tsx';
import { Breakable } from '#components/ui/data/breakable.tsx';
import { Tabs } from '#components/ui/navigation/tabs.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { signUpErrorText, textOfCode, texts } from '#components/users/error-texts.ts';
import { SignUpForm as schema } from '#components/users/form-schemas.ts';
import { PasswordPolicy } from '#components/users/password-policy.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { paths } from '#lib/base/paths.ts';
import { inWords, promises } from '#lib/base/promises.ts';
import { chosenPlan } from '#lib/marketing/plans.ts';
import { LoginForm } from './login-form.tsx';
import { ResendVerification } from './resend-verification.tsx';

export type AccessTab = 'login' | 'signup';
type AccessPanelProps = {
  initialTab: AccessTab;
  returnUrl?: string | undefined;
  errorCode?: string | undefined;
  /** On /login: shows the subtitle, and keeps the chosen tab in the URL. */
  isPage?: boolean;
  onChoose?: (tab: AccessTab) => void;
  /** Called when a sign-up was mailed a link (true), and when the person goes back to the form. */
  onMailed?: (isMailed: boolean) => void;
};

/** What a sign-up says above its form, and after it. */
export const ACCESS_TITLES = { form: 'Access Premium', mailed: 'Check your email' } as const;

/** The page /login: its title follows what happened. `children` come between title and forms. */
export function AccessPage({ children, ...panel }: AccessPanelProps & { children: ReactNode }) {
  const [isMailed, setIsMailed] = useState(false);
  return (
    <>
      <h1 className="text-heading font-semibold tracking-tight">
        {isMailed ? ACCESS_TITLES.mailed : ACCESS_TITLES.form}
      </h1>
      {children}
      <AccessPanel {...panel} isPage onMailed={setIsMailed} />
    </>
  );
}

/** A sign-up that was mailed a link; `correct` leads back to its form. */
type Mailed = { email: string; correct: () => void };

/** The tabs Login and Sign Up, in the dialog and on /login. */
export function AccessPanel({ initialTab, returnUrl, errorCode, isPage = false, ...on }: AccessPanelProps) {
  const [tab, setTab] = useState(initialTab);
  const [mailed, setMailed] = useState<Mailed | null>(null);
  const show = (next: Mailed | null) => {
    setMailed(next);
    on.onMailed?.(next !== null);
  };
  const choose = (chosen: AccessTab) => {
    setTab(chosen);
    on.onChoose?.(chosen);
    if (isPage) window.history.replaceState(null, '', tabUrl(chosen, returnUrl));
  };
  const errorOf = (of: AccessTab) => (initialTab === of ? errorCode : undefined);
  return (
    <>
      {mailed && (
        <div className="space-y-4">
          <CheckYourMail
            email={mailed.email}
            returnUrl={returnUrl}
            onCorrect={() => {
              show(null);
              mailed.correct();
            }}
          />
          <ChosenPlan returnUrl={returnUrl} />
        </div>
      )}
      <div hidden={mailed !== null} className="space-y-4">
        {isPage && <p className="text-muted">{subtitleOf(tab, returnUrl)}</p>}
        <ChosenPlan returnUrl={returnUrl} />
        <Tabs
          label="Access"
          value={tab}
          onChange={choose}
          tabs={[
            {
              value: 'login',
              label: 'Login',
              href: tabUrl('login', returnUrl),
              content: <LoginForm returnUrl={returnUrl} errorCode={errorOf('login')} />,
            },
            {
              value: 'signup',
              label: 'Sign Up',
              href: tabUrl('signup', returnUrl),
              content: <SignUpForm returnUrl={returnUrl} errorCode={errorOf('signup')} onMailed={show} />,
            },
          ]}
        />
      </div>
    </>
  );
}

/**
 * What the tab is for: an account, a plan that was chosen before, or a device that waits. A person who is led to another
 * page, for example to an application, need not choose a plan.
 */
export function subtitleOf(tab: AccessTab, returnUrl: string | undefined): string {
  const plan = chosenPlan(returnUrl);
  if (returnUrl?.split(/[/?]/, 3).join('/') === paths.device({}))
    return `${tab === 'login' ? 'Log in' : 'Create an account'} to connect a device.`;
  if (tab === 'login') return plan ? `Log in to buy ${plan.name}.` : 'Log in to your account.';
  if (plan) return `Create an account to buy ${plan.name}.`;
  return returnUrl === undefined ? 'Create an account. You choose a plan afterwards.' : 'Create an account.';
}

function tabUrl(tab: AccessTab, returnUrl: string | undefined): string {
  return `/login?${new URLSearchParams({ tab, ...(returnUrl && { return_url: returnUrl }) })}`;
}

/** Keeps the plan in view while a visitor signs up or logs in to buy it. Shows nothing if `returnUrl` buys nothing. */
function ChosenPlan({ returnUrl }: { returnUrl: string | undefined }) {
  const chosen = chosenPlan(returnUrl);
  if (!chosen) return null;
  return (
    <p className="rounded-md border border-line bg-surface px-3 py-2 text-small">
      Your plan: <strong className="font-semibold">{chosen.name}</strong>, {chosen.price} a {chosen.period} plus VAT.
      You pay at Stripe in the last step.
    </p>
  );
}

/**
 * Asks for an email address and a new password. After a sign-up, CheckYourMail replaces the emptied form. A taken
 * address gets the same response, and its owner gets an email (S3).
 */
function SignUpForm({ returnUrl, errorCode, onMailed }: SignUpFormProps) {
  const api = useApiForm(schema, async ({ email, password }, form) => {
    await callApi('POST /signup/email', { body: { email, password, ...(returnUrl && { return_url: returnUrl }) } });
    form.reset();
    const correct = () => {
      form.setValue('email', email);
      // The field cannot be focused before the next render shows it.
      setTimeout(() => form.setFocus('email'));
    };
    onMailed({ email, correct });
  });
  const { failure } = api;
  return (
    <ApiForm api={api} action="/signup/form" label="Sign Up" returnUrl={returnUrl}>
      {failure && (
        <FailureAlert failure={failure} text={signUpErrorText(failure)}>
          {failure.code === 'network' && <p>{failure.message}</p>}
        </FailureAlert>
      )}
      {errorCode && !failure && <Alert tone="error" text={textOfCode(errorCode, texts.signUpFailed)} />}
      <TextField name="email" label="Email" type="email" autoComplete="username" required />
      <PasswordField name="password" label="Password" autoComplete="new-password" required />
      <PasswordPolicy name="password" />
      <PasswordField name="confirm_password" label="Confirm password" autoComplete="new-password" required />
      <AcceptanceNote button="Create Account" />
      <SubmitButton place="wide" busyText="Creating account...">
        Create Account
      </SubmitButton>
    </ApiForm>
  );
}

type SignUpFormProps = {
  returnUrl: string | undefined;
  errorCode: string | undefined;
  onMailed: (mailed: Mailed) => void;
};

type CheckYourMailProps = { email: string; returnUrl: string | undefined; onCorrect: () => void };

/** Instructions after a sign-up: the user opens the mailed link in this browser, and needs no login. */
function CheckYourMail({ email, returnUrl, onCorrect }: CheckYourMailProps) {
  return (
    <form method="post" aria-label="Check your email" className="space-y-4">
      <input type="hidden" name="email" value={email} />
      {returnUrl && <input type="hidden" name="return_url" value={returnUrl} />}
      <Alert tone="success" text={texts.signUpSuccess} />
      <p>
        We sent a link to{' '}
        <strong className="font-semibold wrap-anywhere">
          <Breakable text={email} />
        </strong>
        . Open it in this browser within {inWords(promises.mailedLink)}
        {returnUrl ? ', and you continue from there' : ''}. If it is not there in a minute, look in your spam folder.
      </p>
      <div className="flex flex-wrap gap-3">
        <ResendVerification getEmail={() => email} returnUrl={returnUrl} />
        <Button variant="secondary" onClick={onCorrect}>
          Use another address
        </Button>
      </div>
    </form>
  );
}
