'use client';

import type { ComponentProps, Ref } from 'react';
import { classNames } from '#components/ui/look/class-names.ts';
import { useControlledBox } from './use-controlled-box.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** Some but not all rows are selected, for the checkbox in a table's header. */
  isIndeterminate?: boolean | undefined;
};

export function Checkbox({ isIndeterminate, className, ref, ...given }: CheckboxProps) {
  const props = useControlledBox(given);
  const box = isIndeterminate === undefined ? ref : showIndeterminate(isIndeterminate);
  return <input ref={box} type="checkbox" className={classNames('tick-box', className)} {...props} />;
}

/** HTML has no attribute for this state. */
const showIndeterminate =
  (isIndeterminate: boolean): Ref<HTMLInputElement> =>
  (input) => {
    if (input) input.indeterminate = isIndeterminate;
  };
