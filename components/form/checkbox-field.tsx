'use client';

import type { ComponentProps } from 'react';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { FieldTexts } from '#components/ui/fields/field.tsx';
import { useField, type FieldProps } from './text-field.tsx';

type CheckboxFieldProps = ComponentProps<typeof Checkbox> & FieldProps;

/** Several boxes with the same name become a list in the form's values. */
export function CheckboxField({ name, label, hint, ...props }: CheckboxFieldProps) {
  const field = useField(name, hint);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 gap-y-0.5">
      <Checkbox {...props} {...field.props} />
      <label htmlFor={field.id} className="text-small leading-6 font-medium">
        {label}
      </label>
      <div className="col-start-2 space-y-0.5">
        <FieldTexts id={field.id} hint={hint} error={field.error} />
      </div>
    </div>
  );
}
