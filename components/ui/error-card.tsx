'use client';

import { Button } from './button.tsx';

/** A part of a screen that could not be loaded: what happened, the request's id for support, one action. */
export function ErrorCard({
  text,
  requestId,
  onRetry,
}: {
  text: string;
  requestId?: string | undefined;
  onRetry: () => void;
}) {
  return (
    <section role="alert" className="space-y-3 rounded-md border bg-surface p-6">
      <p className="font-medium text-red">{text}</p>
      {requestId && (
        <p className="text-small text-muted">
          Request ID <code className="font-mono break-all select-all">{requestId}</code>
        </p>
      )}
      <Button variant="secondary" onClick={onRetry}>
        Retry
      </Button>
    </section>
  );
}
