'use client';

import type { ComponentProps } from 'react';
import { Field } from '#components/ui/fields/field.tsx';
import { Select, type Option } from '#components/ui/fields/select.tsx';
import { useField, type FieldProps } from './text-field.tsx';

type SelectFieldProps = ComponentProps<'select'> & FieldProps & { options: readonly Option[] };

export function SelectField({ name, label, hint, ...props }: SelectFieldProps) {
  const field = useField(name, hint);
  return (
    <Field id={field.id} label={label} hint={hint} error={field.error}>
      <Select {...props} {...field.props} />
    </Field>
  );
}
