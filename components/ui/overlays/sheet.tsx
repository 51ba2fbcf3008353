'use client';

import { GuardedModal, type GuardedModalProps } from './guarded-modal.tsx';

/** A dialog at the side, as tall as the screen, for the details of a row. On phones it fills the screen. */
export function Sheet(props: Omit<GuardedModalProps, 'place' | 'look'>) {
  return (
    <GuardedModal
      {...props}
      place="flex justify-end"
      look="min-h-full sm:max-w-lg h-max sm:border-l bg-surface shadow-float"
    />
  );
}
