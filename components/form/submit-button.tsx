'use client';

import type { ReactNode } from 'react';
import { useFormState } from 'react-hook-form';
import { Button } from '#components/ui/button.tsx';

/** Sends the form; while that runs it says so and sends nothing twice. */
export function SubmitButton({
  busyText,
  disabled = false,
  children,
}: {
  busyText: string;
  disabled?: boolean;
  children: ReactNode;
}) {
  const { isSubmitting } = useFormState();
  return (
    <Button type="submit" size="lg" disabled={isSubmitting || disabled} className="w-full">
      {isSubmitting ? busyText : children}
    </Button>
  );
}
