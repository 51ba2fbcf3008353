import type { ReactNode } from 'react';
import { Alert } from '#components/ui/states/alert.tsx';
import { RequestId } from '#components/ui/states/request-id.tsx';
import type { ApiError } from '#lib/api-client/api-client.ts';
import { WaitCountdown } from './wait-countdown.tsx';

/** Why a submit failed, how long to wait if that is known, and the request id of a 5xx. */
export function FailureAlert({ failure, text, children }: { failure: ApiError; text: string; children?: ReactNode }) {
  const wait = failure.retryAfterSeconds;
  return (
    <div ref={bringIntoSight} tabIndex={-1} className="scroll-mt-20 rounded-md outline-offset-2">
      <Alert tone="error" text={text}>
        {wait && <WaitCountdown key={failure.requestId} seconds={wait} />}
        {failure.status >= 500 && failure.requestId && (
          <p>
            <RequestId id={failure.requestId} />
          </p>
        )}
        {children}
      </Alert>
    </div>
  );
}

/** Focuses the alert, because the disabled button lost the focus. A focused field keeps it. */
function bringIntoSight(alert: HTMLElement | null) {
  if (!alert) return;
  if (document.activeElement?.matches('input, select, textarea')) alert.scrollIntoView({ block: 'nearest' });
  else alert.focus();
}
