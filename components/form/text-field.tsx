'use client';

import { useId, type ComponentProps } from 'react';
import { get, useFormContext, useFormState } from 'react-hook-form';
import { describedBy, Field } from '#components/ui/fields/field.tsx';
import { Input } from '#components/ui/fields/input.tsx';

export type FieldProps = { name: string; label: string; hint?: string | undefined };
export type TextFieldProps = ComponentProps<'input'> & FieldProps;

/** The id, registration and error of a form field. */
export function useField(name: string, hint?: string) {
  const id = useId();
  const { register } = useFormContext();
  const { errors } = useFormState({ name });
  const found: { message?: unknown } | undefined = get(errors, name);
  const error = typeof found?.message === 'string' ? found.message : undefined;
  return {
    id,
    error,
    props: {
      id,
      'aria-invalid': error !== undefined,
      'aria-describedby': describedBy(id, { hint, error }),
      ...register(name),
    },
  };
}

export function TextField({ name, label, hint, ...props }: TextFieldProps) {
  const field = useField(name, hint);
  return (
    <Field id={field.id} label={label} hint={hint} error={field.error}>
      <Input {...props} {...field.props} />
    </Field>
  );
}
