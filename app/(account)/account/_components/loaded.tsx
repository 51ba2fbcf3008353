'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { ApiError } from '#lib/http/api-client.ts';

type LoadedProps<T> = {
  query: UseQueryResult<T>;
  /** Names what is loaded: `your sessions`. */
  what: string;
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
};

/** What a call answered, or its skeleton, or why it failed. */
export function Loaded<T>({ query, what, skeleton, children }: LoadedProps<T>) {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (!error || isFetching)
    return (
      <div role="status">
        <span className="sr-only">Loading {what}...</span>
        {skeleton}
      </div>
    );
  return (
    <ErrorCard
      text={`Failed to load ${what}. ${error.message}`}
      requestId={error instanceof ApiError ? error.requestId : undefined}
      onRetry={() => void refetch()}
    />
  );
}
