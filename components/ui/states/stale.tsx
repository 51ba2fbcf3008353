'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '#components/ui/actions/button.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { ApiError } from '#lib/api-client/api-client.ts';
import { Alert } from './alert.tsx';
import { RequestId } from './request-id.tsx';

type StaleProps = {
  query: Pick<UseQueryResult, 'data' | 'error' | 'dataUpdatedAt' | 'isFetching' | 'refetch'>;
  /** Begins "… could not be refreshed.": `The list of users`. */
  what: string;
};

/** Shown above data that a failed refresh left in place: why, from when the data is, and Retry. Else nothing. */
export function Stale({ query: { data, error, dataUpdatedAt, isFetching, refetch }, what }: StaleProps) {
  if (!error || data === undefined) return null;
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <Alert tone="warning" text={`${what} could not be refreshed. ${error.message}`}>
      <p className="text-ink">
        What you see is from <Time at={new Date(dataUpdatedAt)} />.
      </p>
      {requestId && (
        <p>
          <RequestId id={requestId} />
        </p>
      )}
      <Button variant="secondary" size="sm" aria-disabled={isFetching} onClick={() => !isFetching && void refetch()}>
        Retry
      </Button>
    </Alert>
  );
}
