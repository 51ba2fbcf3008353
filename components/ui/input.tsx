import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input
      className={classNames(
        'h-11 w-full rounded-md border border-line-strong bg-surface px-3 text-base placeholder:text-muted disabled:opacity-60 aria-invalid:border-red',
        className,
      )}
      {...props}
    />
  );
}
