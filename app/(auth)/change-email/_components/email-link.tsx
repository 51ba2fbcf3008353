'use client';

import { useEffect, useState } from 'react';
import { useContacts } from '#components/layout/footer/contacts.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { hideToken } from '#components/users/hide-token.ts';
import { ACTIONS, isFinal, linkErrorText, type Action } from './email-link-texts.ts';
import { EmailLinkForm } from './email-link-form.tsx';

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
