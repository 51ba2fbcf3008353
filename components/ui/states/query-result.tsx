'use client';

import type { ReactNode } from 'react';
import { ErrorCard } from './error-card.tsx';

/** The part of a query that is shown. `useQuery` returns it; callers can also combine several queries into one. */
export type QueryState<T> = {
  data: T | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
};

type Failure = (error: Error, retry: () => void) => ReactNode;
type Words =
  | {
      /** Completes "Loading …" and "Failed to load …": `your sessions`. */
      what: string;
      failure?: Failure;
    }
  | {
      /** Omitted if the skeleton announces itself. */
      what?: undefined;
      failure: Failure;
    };
type QueryResultProps<T> = Words & {
  query: QueryState<T>;
  skeleton: ReactNode;
  /** Shown instead of an empty list. */
  empty?: ReactNode;
  children: (data: T) => ReactNode;
};

/** Renders a query as its skeleton, its error with Retry, `empty`, or its data, which stays if a refresh fails. */
export function QueryResult<T>({ query, what, skeleton, failure, empty, children }: QueryResultProps<T>) {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return empty !== undefined && isEmptyList(data) ? empty : children(data);
  if (!error || isFetching) return what ? <Loading what={what}>{skeleton}</Loading> : skeleton;
  const retry = () => void refetch();
  if (failure) return failure(error, retry);
  return <ErrorCard text={`Failed to load ${what}. ${error.message}`} error={error} onRetry={retry} />;
}

const isEmptyList = (data: unknown) => Array.isArray(data) && data.length === 0;

function Loading({ what, children }: { what: string; children: ReactNode }) {
  return (
    <div role="status">
      <span className="sr-only">Loading {what}...</span>
      {children}
    </div>
  );
}
