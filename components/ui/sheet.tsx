'use client';

import { GuardedModal, type GuardedModalProps } from './guarded-modal.tsx';

/** A dialog at the side, as tall as the screen: one row of a list, in full. On phones it is the screen. */
export function Sheet(props: Omit<GuardedModalProps, 'place' | 'look'>) {
  return (
    <GuardedModal
      {...props}
      place="flex justify-end"
      look="min-h-full sm:max-w-lg h-max sm:border-l bg-surface shadow-float"
    />
  );
}
