'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ApiError } from '#lib/api-client/api-client.ts';

/** Provides the query client. Retries once if the server is unavailable; any other error is final. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { retry: (count, error) => count < 1 && isUnavailable(error), retryDelay: 800, staleTime: 10_000 },
        },
      }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

const isUnavailable = (error: Error) => error instanceof ApiError && (error.status === 503 || error.code === 'network');
