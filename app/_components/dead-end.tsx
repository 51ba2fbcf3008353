import type { ReactNode } from 'react';

type DeadEndProps = {
  label: string;
  title: string;
  text?: string | undefined;
  /** The number under which the server's log holds the error. */
  errorId?: string | undefined;
  /** The one way on. */
  children: ReactNode;
};

/** A page that goes no further: an address that is none, or an error. */
export function DeadEnd({ label, title, text, errorId, children }: DeadEndProps) {
  return (
    <div className="page py-24 sm:py-32">
      <p className="mb-4 label-mono">{label}</p>
      <h1 className="text-display font-semibold tracking-tight">{title}</h1>
      {text && <p className="mt-4 max-w-measure text-lead text-muted">{text}</p>}
      <div className="mt-8">{children}</div>
      {errorId && (
        <p className="mt-8 text-small text-muted">
          Error ID <code className="font-mono break-all select-all">{errorId}</code>
        </p>
      )}
    </div>
  );
}
