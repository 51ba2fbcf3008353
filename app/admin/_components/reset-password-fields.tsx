'use client';

import { useWatch } from 'react-hook-form';
import { SwitchField } from '#components/form/switch-field.tsx';
import { Username } from '#components/form/username.tsx';
import { NewPasswordField } from './new-password-field.tsx';

/** Sets a new password, or mails a link to choose one. */
export function ResetPasswordFields({ email: before }: { email: string | null }) {
  const isOn: unknown = useWatch({ name: 'reset_password' });
  const typed: unknown = useWatch({ name: 'email' });
  const email = typed ?? before;
  return (
    <>
      <SwitchField name="reset_password" label="Reset password" hint="Ends every session of this user." />
      {isOn === true && (
        <>
          {typeof email === 'string' && email && <Username email={email} />}
          <NewPasswordField
            name="new_password"
            label="New password"
            hint="Empty: the old one is void, and a link to choose a new one is mailed."
          />
        </>
      )}
    </>
  );
}
