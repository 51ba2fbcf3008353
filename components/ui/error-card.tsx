'use client';

import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { RequestId } from './request-id.tsx';

type ErrorCardProps = {
  title?: string | undefined;
  text: string;
  requestId?: string | undefined;
  onRetry?: (() => void) | undefined;
  /** An action other than Retry. */
  children?: ReactNode;
};

/** A part of a screen that failed to load: what happened, the request id for support, one action. */
export function ErrorCard({ title, text, requestId, onRetry, children }: ErrorCardProps) {
  return (
    <section role="alert" className="space-y-3 rounded-md border bg-surface p-6">
      {title && <h2 className="text-title font-semibold">{title}</h2>}
      <p className="font-medium text-red">{text}</p>
      {requestId && (
        <p className="text-small text-muted">
          <RequestId id={requestId} />
        </p>
      )}
      {onRetry && (
        <Button variant="secondary" onClick={onRetry}>
          Retry
        </Button>
      )}
      {children}
    </section>
  );
}
