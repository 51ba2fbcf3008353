'use client';

import type { ReactNode } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { ApiError } from '#lib/api-client/api-client.ts';
import { RequestId } from './request-id.tsx';

type ErrorCardProps = {
  title?: string | undefined;
  text: string;
  /** What the failure means for the user. */
  help?: string | undefined;
  /** Shows its request id, if it has one. */
  error?: Error | undefined;
  onRetry?: (() => void) | undefined;
  /** An action other than Retry. */
  children?: ReactNode;
};

/** A part of a screen that failed to load: what happened, the request id for support, and one action. */
export function ErrorCard({ title, text, help, error, onRetry, children }: ErrorCardProps) {
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <section role="alert" className="space-y-3 rounded-md border bg-surface p-6">
      {title && <h2 className="text-title font-semibold">{title}</h2>}
      <p className="font-medium text-red">{text}</p>
      {help && <p className="text-small">{help}</p>}
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
