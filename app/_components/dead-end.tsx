import type { ReactNode } from 'react';
import { Mark } from '#components/ui/look/mark.tsx';

type DeadEndProps = {
  label: string;
  title: string;
  text?: string | undefined;
  /** Identifies the error in the server's log. */
  errorId?: string | undefined;
  /** The page's main action, and further links. */
  children: ReactNode;
};

/** The page for an unknown URL or an error. */
export function DeadEnd({ label, title, text, errorId, children }: DeadEndProps) {
  return (
    <div className="page public-page">
      <p className="mb-4 flex items-center gap-3 label-mono">
        <Mark state="none" className="size-8" />
        {label}
      </p>
      <h1 className="text-heading font-semibold tracking-tight">{title}</h1>
      {text && <p className="mt-1 max-w-measure text-muted">{text}</p>}
      <div className="mt-8">{children}</div>
      {errorId && (
        <p className="mt-8 text-small text-muted">
          Error ID <code className="font-mono break-all select-all">{errorId}</code>
        </p>
      )}
    </div>
  );
}
