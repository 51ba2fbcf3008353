import type { ReactNode } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { formatWait } from '#lib/format.ts';
import type { ApiError } from '#lib/http/api-client.ts';

/** Why a submit was refused, how long to wait if that is known, and the request's id when it was our fault. */
export function FailureAlert({ failure, text, children }: { failure: ApiError; text: string; children?: ReactNode }) {
  const wait = failure.retryAfterSeconds;
  return (
    <Alert tone="error" text={text}>
      {wait && <p>You can try again in {formatWait(wait)}.</p>}
      {failure.status >= 500 && failure.requestId && (
        <p>
          Request ID <code className="font-mono break-all">{failure.requestId}</code>
        </p>
      )}
      {children}
    </Alert>
  );
}
