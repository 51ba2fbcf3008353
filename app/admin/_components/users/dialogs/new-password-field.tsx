'use client';

import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { PasswordField } from '#components/form/password-field.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { CopyButton } from '#components/ui/actions/copy-button.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { generatePassword } from '#lib/auth/passwords/generated-password.ts';
import { texts } from '../list/user-texts.ts';

/** A password for another user, typed or generated, with a copy button for handing it over. */
export function NewPasswordField({ name, label, hint }: { name: string; label: string; hint?: string }) {
  const { setValue } = useFormContext();
  const [generated, setGenerated] = useState(0);
  const value: unknown = useWatch({ name });
  const generate = () => {
    setValue(name, generatePassword(), { shouldDirty: true, shouldValidate: true });
    setGenerated((count) => count + 1);
    toast.success(texts.passwordGenerated);
  };
  return (
    <div className="space-y-2">
      <PasswordField
        key={generated}
        name={name}
        label={label}
        hint={hint}
        isShown={generated > 0}
        autoComplete="new-password"
      />
      <div className="flex items-center gap-2">
        <Button variant="secondary" size="sm" onClick={generate}>
          Generate password
        </Button>
        {typeof value === 'string' && value && <CopyButton text={value} label="Copy password" size="icon-sm" />}
      </div>
    </div>
  );
}
