'use client';

import type { ReactNode } from 'react';
import { useFormState } from 'react-hook-form';
import { Button } from '#components/ui/actions/button.tsx';
import { DialogEnd } from '#components/ui/overlays/dialog-end.tsx';

type SubmitButtonProps = {
  busyText: string;
  disabled?: boolean;
  variant?: 'primary' | 'secondary';
  /** `end` in dialogs, `start` on pages, and `wide` where the form is all there is. */
  place?: 'end' | 'start' | 'wide';
  children: ReactNode;
};

/** Submits the form. While that runs, it is disabled and shows `busyText`. On phones it is as wide as the form. */
export function SubmitButton({ busyText, disabled = false, variant, place = 'end', children }: SubmitButtonProps) {
  const { isSubmitting } = useFormState();
  const button = (
    <Button
      type="submit"
      size={place === 'wide' ? 'lg' : 'md'}
      variant={variant}
      disabled={isSubmitting || disabled}
      className={LOOKS[place]}
    >
      {isSubmitting ? busyText : children}
    </Button>
  );
  return place === 'end' ? <DialogEnd>{button}</DialogEnd> : button;
}

const LOOKS = { end: undefined, start: 'max-sm:w-full', wide: 'w-full' };
