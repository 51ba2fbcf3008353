import type { ComponentProps } from 'react';
import { classNames } from '#components/ui/look/class-names.ts';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={classNames('control', className)} {...props} />;
}
