'use client';

import { useId, type ComponentProps, type FocusEvent } from 'react';
import { get, useFormContext, useFormState } from 'react-hook-form';
import { describedBy, Field } from '#components/ui/fields/field.tsx';
import { Input } from '#components/ui/fields/input.tsx';

export type FieldProps = { name: string; label: string; hint?: string | undefined };
export type TextFieldProps = ComponentProps<'input'> & FieldProps;

/**
 * The id, registration and error of a form field. A field that is left empty and was never changed shows no error before
 * the form is submitted: focus may pass through it on its way into a dialog.
 */
export function useField(name: string, hint?: string) {
  const id = useId();
  const { register } = useFormContext();
  const { errors, dirtyFields } = useFormState({ name });
  const { onBlur, ...registered } = register(name);
  const isChanged = Boolean(get(dirtyFields, name));
  const found: { message?: unknown } | undefined = get(errors, name);
  const error = typeof found?.message === 'string' ? found.message : undefined;
  return {
    id,
    error,
    props: {
      id,
      'aria-invalid': error !== undefined,
      'aria-describedby': describedBy(id, { hint, error }),
      ...registered,
      onBlur: async (event: FocusEvent<HTMLInputElement & HTMLSelectElement & HTMLTextAreaElement>) => {
        if (isChanged || event.target.value !== '') await onBlur(event);
      },
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
