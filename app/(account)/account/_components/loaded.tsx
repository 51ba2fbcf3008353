'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { ApiError } from '#lib/http/api-client.ts';

type LoadedProps<T> = {
  query: UseQueryResult<T>;
  /** Completes "Loading …" and "Failed to load …": `your sessions`. */
  what: string;
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
};

/** Renders a query's data, its skeleton, or its error with Retry. */
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
