import type { ReactNode } from 'react';

type Texts = { hint?: string | undefined; error?: string | undefined };
type FieldProps = Texts & { id: string; label: string; children: ReactNode };

/** The ids of a field's error and hint, for `aria-describedby`. */
export const describedBy = (id: string, { hint, error }: Texts): string | undefined =>
  [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;

/** A labelled control with its error and its hint below it. */
export function Field({ id, label, hint, error, children }: FieldProps) {
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-small font-medium wrap-anywhere">
        {label}
      </label>
      {children}
      <FieldTexts id={id} hint={hint} error={error} />
    </div>
  );
}

/** The error and hint below a control, for controls with their own label layout. */
export function FieldTexts({ id, hint, error }: Texts & { id: string }) {
  return (
    <>
      {error && (
        <p id={`${id}-error`} className="text-small text-red">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-small text-muted">
          {hint}
        </p>
      )}
    </>
  );
}
