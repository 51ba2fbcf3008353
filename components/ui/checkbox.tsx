import type { ComponentProps, Ref } from 'react';
import { classNames } from './class-names.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** Some, not all, of what it stands for: the box of a table's head. */
  isIndeterminate?: boolean | undefined;
};

export function Checkbox({ isIndeterminate, className, ref, ...props }: CheckboxProps) {
  const box = isIndeterminate === undefined ? ref : showIndeterminate(isIndeterminate);
  return <input ref={box} type="checkbox" className={classNames('tick-box', className)} {...props} />;
}

/** HTML has no attribute for it. */
const showIndeterminate =
  (isIndeterminate: boolean): Ref<HTMLInputElement> =>
  (input) => {
    if (input) input.indeterminate = isIndeterminate;
  };
