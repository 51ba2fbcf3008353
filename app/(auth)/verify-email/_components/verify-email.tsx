'use client';

import { useEffect, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { ResendVerification } from '#components/users/resend-verification.tsx';
import { hideToken } from '#components/users/hide-token.ts';
import { textOfCode } from '#components/users/error-texts.ts';
import { paths } from '#lib/paths.ts';
import { ResendForm } from './resend-form.tsx';
import { VerifyForm } from './verify-form.tsx';

type VerifyEmailProps = {
  email: string | undefined;
  token: string | undefined;
  returnUrl: string | undefined;
  errorCode: string | undefined;
  /** The form without script has done it. */
  isDone: boolean;
};

const INVALID = 'This verification link is invalid or has expired. Please request a new one.';

/** Verifies at the press of a button: what opens links by itself verifies nothing. */
export function VerifyEmail({ email, token, returnUrl, errorCode, isDone }: VerifyEmailProps) {
  const [verified, setVerified] = useState(isDone);
  const [failure, setFailure] = useState(errorCode ? textOfCode(errorCode, INVALID) : null);
  useEffect(hideToken, []);

  if (verified) return <Verified returnUrl={returnUrl} />;
  if (!email) return <ResendForm text={INVALID} returnUrl={returnUrl} />;
  if (failure || !token)
    return (
      <Alert tone="error" text={failure ?? INVALID}>
        <ResendVerification email={email} returnUrl={returnUrl} />
      </Alert>
    );
  return (
    <VerifyForm
      email={email}
      token={token}
      returnUrl={returnUrl}
      onVerified={() => setVerified(true)}
      onFailure={setFailure}
    />
  );
}

function Verified({ returnUrl }: { returnUrl: string | undefined }) {
  return (
    <div className="space-y-4">
      <Alert tone="success" text="Your email address is verified." />
      <a href={paths.login(returnUrl)} className={buttonClass({ size: 'lg' }, 'w-full')}>
        Go to Login
      </a>
    </div>
  );
}
