import type { ReactNode } from 'react';

type FieldProps = { id: string; label: string; error?: string | undefined; children: ReactNode };

/** The id of a field's error text, for `aria-describedby`. */
export const errorIdOf = (id: string): string => `${id}-error`;

/** A labelled control with its error text below it. */
export function Field({ id, label, error, children }: FieldProps) {
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-small font-medium">
        {label}
      </label>
      {children}
      {error && (
        <p id={errorIdOf(id)} className="text-small text-red">
          {error}
        </p>
      )}
    </div>
  );
}
