'use client';

import type { ComponentProps } from 'react';
import { Field } from '#components/ui/fields/field.tsx';
import { Textarea } from '#components/ui/fields/textarea.tsx';
import { useField, type FieldProps } from './text-field.tsx';

export function TextareaField({ name, label, hint, ...props }: ComponentProps<'textarea'> & FieldProps) {
  const field = useField(name, hint);
  return (
    <Field id={field.id} label={label} hint={hint} error={field.error}>
      <Textarea {...props} {...field.props} />
    </Field>
  );
}
