'use client';

import type { ReactNode } from 'react';
import { useFormState } from 'react-hook-form';
import { Button } from '#components/ui/actions/button.tsx';

/** Submits the form. While that runs, it is disabled and shows `busyText`. */
export function SubmitButton({
  busyText,
  disabled = false,
  variant,
  children,
}: {
  busyText: string;
  disabled?: boolean;
  variant?: 'primary' | 'secondary';
  children: ReactNode;
}) {
  const { isSubmitting } = useFormState();
  return (
    <Button type="submit" size="lg" variant={variant} disabled={isSubmitting || disabled} className="w-full">
      {isSubmitting ? busyText : children}
    </Button>
  );
}
