import type { ReactNode } from 'react';
import { RequestId } from './request-id.tsx';

type PageErrorProps = {
  title: string;
  text: string;
  requestId?: string | undefined;
  /** The one action that the page offers. */
  children: ReactNode;
};

/** A whole page that cannot be shown. */
export function PageError({ title, text, requestId, children }: PageErrorProps) {
  return (
    <section role="alert" className="mx-auto max-w-form space-y-4 py-16 sm:py-24">
      <h1 className="text-heading font-semibold tracking-tight">{title}</h1>
      <p className="text-muted">{text}</p>
      {requestId && (
        <p className="text-small text-muted">
          <RequestId id={requestId} />
        </p>
      )}
      <div className="pt-2">{children}</div>
    </section>
  );
}
