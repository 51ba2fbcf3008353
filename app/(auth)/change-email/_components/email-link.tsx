'use client';

import { type SyntheticEvent, useEffect, useState } from 'react';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { useContacts } from '#components/layout/footer/contacts.tsx';
import { Button, buttonClass } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { textOfCode } from '#components/users/error-texts.ts';
import { hideToken } from '#components/users/hide-token.ts';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import { paths } from '#lib/base/paths.ts';
import { inWords, promises } from '#lib/base/promises.ts';

type EmailLinkProps = {
  action: Action;
  token: string | undefined;
  /** Where a logged-out visitor logs in first, and returns from with the link. */
  loginPath?: string | undefined;
  /** The error of the form when posted without JavaScript. */
  errorCode: string | undefined;
  isDone: boolean;
};

/** Changes or restores an address only when a button is pressed, because mail scanners open links (S18). */
export function EmailLink({ action, token, loginPath, errorCode, isDone }: EmailLinkProps) {
  const [outcome, setOutcome] = useState(isDone ? 'done' : (errorCode ?? (token ? 'ready' : 'invalid')));
  const { supportMail } = useContacts();
  useEffect(hideToken, []);
  const { done, afterwards, wayOn, help } = ACTIONS[action];
  if (outcome === 'done')
    return (
      <div className="space-y-4">
        <Alert tone="success" text={done}>
          <p>{afterwards}</p>
        </Alert>
        <a href={wayOn.href} className={buttonClass({ size: 'lg' }, 'w-full')}>
          {wayOn.label}
        </a>
      </div>
    );
  if (isFinal(outcome) || !token)
    return (
      <div className="space-y-4">
        <Alert tone="error" text={linkErrorText(outcome)}>
          <p>{action === 'undo' ? `${help} ${supportMail}.` : help}</p>
        </Alert>
        <a href={wayOn.href} className={buttonClass({ variant: 'secondary', size: 'lg' }, 'w-full')}>
          {wayOn.label}
        </a>
      </div>
    );
  if (loginPath)
    return (
      <div className="space-y-4">
        <p>Log in to the account whose address changes. Then you can confirm the new one.</p>
        <a href={loginPath} className={buttonClass({ size: 'lg' }, 'w-full')}>
          Log in
        </a>
      </div>
    );
  return <EmailLinkForm action={action} token={token} errorCode={errorCode} onOutcome={setOutcome} />;
}

type EmailLinkFormProps = {
  action: Action;
  token: string;
  errorCode: string | undefined;
  /** `done`, or the code of a final error. */
  onOutcome: (outcome: string) => void;
};

/** A single button. A final error replaces the form; after any other error the button can be pressed again. */
function EmailLinkForm({ action, token, errorCode, onOutcome }: EmailLinkFormProps) {
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

/** The two kinds of mailed links, with their endpoints and texts. */
const ACTIONS = {
  confirm: {
    call: '/change/email/confirm',
    intro: 'Press the button to use this address. You log in with it from then on.',
    button: 'Confirm email address',
    busy: 'Confirming...',
    done: 'Your email address has been changed.',
    afterwards: `A link to undo the change was sent to the old address. It works for ${inWords(promises.emailUndo)}.`,
    wayOn: { label: 'Go to account', href: paths.account },
    help: 'Ask for a new link on your account page.',
  },
  undo: {
    call: '/change/email/undo',
    intro:
      'Press the button to restore your old address. All devices are logged out, passkeys and an authenticator app that were added since the change was asked for are removed, and your password stops working. You get a link to choose a new one.',
    button: 'Undo the change',
    busy: 'Undoing...',
    done: 'Your old address is restored.',
    afterwards:
      'All devices are logged out, and passkeys and an authenticator app that were added since the change was asked for are removed. An email with their names and a link to choose a new password is on its way to your inbox.',
    wayOn: { label: 'Log in', href: paths.login() },
    help: 'If someone else has access to your account, write to',
  },
} as const;
type Action = keyof typeof ACTIONS;

const VOID = 'This link is invalid or has expired.';
const OWN: Readonly<Record<string, string>> = {
  unauthenticated: 'Please log in to the account whose address changes, and open the link again.',
  forbidden: 'This link belongs to another account. Log in with that account and open the link again.',
};
/** Error codes after which the same link can never work, with their texts. */
const FINAL: Readonly<Record<string, string>> = {
  invalid: VOID,
  malformed: VOID,
  conflict: 'This address belongs to another account.',
};

/** True if a retry cannot help. */
const isFinal = (code: string): boolean => Object.hasOwn(FINAL, code);

/** The text for an error code, from `?error=` or from a response. */
const linkErrorText = (code: string): string =>
  textOfCode(code, 'This did not work. Please try again in a moment.', { ...OWN, ...FINAL });
