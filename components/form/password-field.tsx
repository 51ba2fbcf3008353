'use client';

import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Field } from '#components/ui/fields/field.tsx';
import { Input } from '#components/ui/fields/input.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { useField, type TextFieldProps } from './text-field.tsx';

type PasswordFieldProps = Omit<TextFieldProps, 'type'> & {
  /** shown in clear from the beginning, such as a generated one */
  isShown?: boolean;
};

/** A password that can be shown. Paste and password managers work (S7). */
export function PasswordField({ name, label, hint, isShown = false, ...props }: PasswordFieldProps) {
  const field = useField(name, hint);
  const hydrated = useHydrated();
  const [shown, setShown] = useState(isShown);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field id={field.id} label={label} hint={hint} error={field.error}>
      <div className="relative">
        <Input
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          {...props}
          {...field.props}
          className="pr-12"
        />
        {hydrated && (
          <button
            type="button"
            aria-label={`Show ${label.toLowerCase()}`}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-muted -outline-offset-2 hover:text-ink"
          >
            <Icon aria-hidden="true" className="size-4.5" />
          </button>
        )}
      </div>
    </Field>
  );
}
