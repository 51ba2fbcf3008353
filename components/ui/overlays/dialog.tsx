'use client';

import { classNames } from '#components/ui/look/class-names.ts';
import { GuardedModal, type GuardedModalProps } from './guarded-modal.tsx';

const SIZES = { form: 'max-w-form', text: 'max-w-2xl', wide: 'max-w-5xl' };

type DialogProps = Omit<GuardedModalProps, 'place' | 'look'> & {
  /** The width, by content: a form, a text, or a table and a graph. */
  size?: keyof typeof SIZES | undefined;
};

/** A modal dialog that is open while it is mounted. Asks before it discards a changed form. */
export function Dialog({ size = 'form', ...props }: DialogProps) {
  return (
    <GuardedModal
      {...props}
      place="grid grid-cols-[minmax(0,1fr)] place-items-center p-4 [--sticky-top:-1rem]"
      look={classNames('floating', SIZES[size])}
    />
  );
}
