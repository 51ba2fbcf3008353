'use client';

import type { ComponentProps } from 'react';
import { FieldTexts } from '#components/ui/fields/field.tsx';
import { Switch } from '#components/ui/fields/switch.tsx';
import { useField, type FieldProps } from './text-field.tsx';

export function SwitchField({ name, label, hint, ...props }: ComponentProps<typeof Switch> & FieldProps) {
  const field = useField(name, hint);
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0 space-y-0.5">
        <label htmlFor={field.id} className="block text-small leading-6 font-medium">
          {label}
        </label>
        <FieldTexts id={field.id} hint={hint} error={field.error} />
      </div>
      <Switch {...props} {...field.props} />
    </div>
  );
}
