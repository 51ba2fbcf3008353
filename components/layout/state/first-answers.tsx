'use client';

import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

type FirstAnswersProps = {
  answers: readonly { key: QueryKey; data: unknown }[];
  /** when the server read the data, in Unix milliseconds */
  at: number;
  children: ReactNode;
};

/**
 * Provides initial data for the queries below it, in the server's HTML, too. Unlike TanStack's HydrationBoundary it
 * also fills queries that a component above it, such as the product bar, has started without data.
 */
export function FirstAnswers({ answers, at, children }: FirstAnswersProps) {
  const client = useQueryClient();
  useState(() => {
    for (const { key, data } of answers)
      if (client.getQueryData(key) === undefined) client.setQueryData(key, data, { updatedAt: at });
  });
  return children;
}
