'use client';

import { WaitCountdown } from '#components/form/wait-countdown.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { ApiError } from '#lib/api-client/api-client.ts';

type LoadFailureProps = { text: string; error: Error; onRetry: () => void };

/** A list that failed to load: the screen's own text, the server's message unless it is a 403, how long to wait, Retry. */
export function LoadFailure({ text, error, onRetry }: LoadFailureProps) {
  const { status, retryAfterSeconds: wait, requestId } = error instanceof ApiError ? error : ({} as Partial<ApiError>);
  return (
    <ErrorCard text={text} help={status === 403 ? undefined : error.message} error={error} onRetry={onRetry}>
      {wait && (
        <div className="text-small text-muted">
          <WaitCountdown key={requestId} seconds={wait} />
        </div>
      )}
    </ErrorCard>
  );
}
