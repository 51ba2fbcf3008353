'use client';

import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { RenderedAt } from '#components/ui/data/use-minute.tsx';

type FirstAnswersProps = {
  /** An answer whose data is undefined is left to the browser. */
  answers: readonly { key: QueryKey; data: unknown }[];
  /** when the server read the data, in Unix milliseconds */
  at: number;
  children: ReactNode;
};

/**
 * Provides initial data for the queries below it, in the server's HTML, too. It replaces what the browser read earlier,
 * for example at an earlier visit of the page. Unlike TanStack's HydrationBoundary it also fills queries that a component
 * above it, such as the product bar, has started without data.
 */
export function FirstAnswers({ answers, at, children }: FirstAnswersProps) {
  const client = useQueryClient();
  useState(() => {
    for (const { key, data } of answers)
      if ((client.getQueryState(key)?.dataUpdatedAt ?? 0) < at) client.setQueryData(key, data, { updatedAt: at });
  });
  return <RenderedAt at={at}>{children}</RenderedAt>;
}
