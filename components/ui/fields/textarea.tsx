import type { ComponentProps } from 'react';
import { classNames } from '#components/ui/look/class-names.ts';

/** Grows with its text in browsers that support `field-sizing`. */
export function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={classNames('field-sizing-content control h-auto max-h-80 min-h-24 py-2.5', className)}
      {...props}
    />
  );
}
