'use client';

import { useId, type ComponentProps } from 'react';
import { get, useFormContext, useFormState } from 'react-hook-form';
import { errorIdOf, Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';

export type TextFieldProps = ComponentProps<'input'> & { name: string; label: string };

/** What a field of the form shows and does: its id, its registration, its error. */
export function useField(name: string) {
  const id = useId();
  const { register } = useFormContext();
  const { errors } = useFormState({ name });
  const found: { message?: unknown } | undefined = get(errors, name);
  const error = typeof found?.message === 'string' ? found.message : undefined;
  return {
    id,
    error,
    props: { id, 'aria-invalid': error !== undefined, 'aria-describedby': error && errorIdOf(id), ...register(name) },
  };
}

export function TextField({ name, label, ...props }: TextFieldProps) {
  const field = useField(name);
  return (
    <Field id={field.id} label={label} error={field.error}>
      <Input {...props} {...field.props} />
    </Field>
  );
}
